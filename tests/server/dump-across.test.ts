import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import { load } from '#server/db/dump/load.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'
import { app, folder, from, said } from './dump-ground.ts'

const versionOf = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  await client.end()
  return Math.trunc(Number(rows[0]!.server_version_num) / 10_000)
}

test(
  'what another PostgreSQL holds comes out of the embedded one as it went in',
  { timeout: 120_000 },
  async () => {
    await from('across.furrow')
    const dataDir = mkdtempSync(join(scratchDir(), 'furrow-across-'))
    const { socketDir, port, superuser, stop } = await startPostgres({
      dataDir,
      say: () => undefined,
    })
    try {
      const url = `postgres://${superuser}@localhost:${port}/postgres?host=${encodeURIComponent(socketDir)}`
      // `npm test` runs this on PostgreSQL 15 too, from which the embedded one is another version.
      const [before, after] = await Promise.all([app.owner, url].map(versionOf))
      if (process.env.DATABASE_URL) expect(before).toBeLessThan(after!)
      await load({
        ownerUrl: url,
        store: diskStore(mkdtempSync(join(folder, 'files-'))),
        file: join(folder, 'across.furrow'),
        scratch: folder,
      })
      expect(await said(url)).toEqual(await said(app.owner))
    } finally {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)

test('a data folder that another major version wrote is left as it is, and says what to do', async () => {
  const dataDir = mkdtempSync(join(scratchDir(), 'furrow-older-'))
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 })
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '15\n')
  await expect(startPostgres({ dataDir, say: () => undefined })).rejects.toThrow(
    /written by PostgreSQL 15, and this is version \d+: .*dump it there and load it here/,
  )
  rmSync(dataDir, { recursive: true, force: true })
})
