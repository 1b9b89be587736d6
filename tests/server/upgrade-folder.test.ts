import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import { load } from '#server/db/dump/load.ts'
import { migrationNames } from '#server/db/migrate.ts'
import { demoPassword } from '#server/demo/people.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'
import { newFolder, ready, run, signIn } from './process.ts'
import { released } from './released.ts'
import { as, version } from './upgrade-ground.ts'

// A data folder of an older version is started by the present program as it lies there: cluster, uploads, secrets.json.
// It is made here: the tables as that version made them, in an embedded cluster, filled with what it left behind.
describe.each(released)('a data folder of $version', ({ version: theirs, file }) => {
  let folder: string
  let counts: Record<string, number>
  const tables = ['unit', 'warehouse', 'product', 'account', 'stock_document', 'audit', 'file']
  const rowsOf = async (dataDir: string) => {
    const postgres = await startPostgres({ dataDir, say: () => undefined })
    try {
      return await as(postgres.url(postgres.superuser, 'postgres'), async (client) => {
        const found: Record<string, number> = {}
        for (const table of tables)
          found[table] = Number(
            (await client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]!.n,
          )
        const { rows } = await client.query<{ name: string }>(
          'select name from migration order by name',
        )
        return { found, migrations: rows.map(({ name }) => name) }
      })
    } finally {
      await postgres.stop()
    }
  }
  beforeAll(async () => {
    folder = join(mkdtempSync(join(scratchDir(), 'furrow-folder-')), theirs)
    mkdirSync(join(folder, 'files'), { recursive: true, mode: 0o700 })
    const postgres = await startPostgres({ dataDir: folder, say: () => undefined })
    const { secrets } = await load({
      ownerUrl: postgres.url(postgres.superuser, 'postgres'),
      store: diskStore(join(folder, 'files')),
      file,
      scratch: folder,
      isLeftAsItWas: true,
    })
    await postgres.stop()
    writeFileSync(join(folder, 'secrets.json'), secrets!, { mode: 0o600 })
    const made = await rowsOf(folder)
    expect(made.migrations.length).toBeLessThan(migrationNames().length)
    counts = made.found
  }, 240_000)

  afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }))

  test(
    'comes forward in its place, though the first start is killed twice, and people sign in',
    { timeout: 400_000 },
    async () => {
      const dataDir = join(newFolder(), 'data')
      cpSync(folder, dataDir, { recursive: true })
      const env = { FURROW_DEMO: 'on', FURROW_SIMULATOR: 'off' }
      for (const ms of [1500, 3500]) {
        const killed = await run(dataDir, env)
        await wait(ms)
        killed.child.kill('SIGKILL')
        await killed.ended
      }
      const first = await ready(await run(dataDir, env))
      const keeper = await signIn(first.address, 'wuzhiyuan', demoPassword)
      const page = (await (
        await fetch(`${first.address}/wfpf/v1/${keeper.tenant}/unit?size=0`, {
          headers: { authorization: `Bearer ${keeper.token}` },
        })
      ).json()) as { content: unknown[] }
      expect(page.content.length).toBeGreaterThan(5)
      expect(first.output()).not.toMatch(/fault|error/i)
      first.child.kill('SIGTERM')
      expect(await first.ended).toBe(0)
      const after = await rowsOf(dataDir)
      expect(after.migrations).toEqual(migrationNames().sort())
      for (const table of ['unit', 'warehouse', 'product', 'account', 'stock_document', 'file'])
        expect([table, after.found[table]]).toEqual([table, counts[table]])
      expect(after.found.audit).toBeGreaterThanOrEqual(counts.audit!)
      expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true)
      expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
      // And again, with nothing left to do; it says which version was last at work.
      const second = await ready(await run(dataDir, env))
      await signIn(second.address, 'wuzhiyuan', demoPassword)
      second.child.kill('SIGTERM')
      expect(await second.ended).toBe(0)
      const postgres = await startPostgres({ dataDir, say: () => undefined })
      try {
        const { rows } = await as(postgres.url(postgres.superuser, 'postgres'), (client) =>
          client.query("select value from installation where name = 'version'"),
        )
        expect(rows).toEqual([{ value: version }])
      } finally {
        await postgres.stop()
      }
    },
  )
})
