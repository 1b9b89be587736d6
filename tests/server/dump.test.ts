import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { dump } from '#server/db/dump/dump.ts'
import { inspectDump, load } from '#server/db/dump/load.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { emptyDatabase } from './harness.ts'
import { app, folder, from, one, other, said } from './dump-ground.ts'

const hashes = (dir: string) =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile())
      .map((f) => [
        join(f.parentPath, f.name).slice(dir.length),
        createHash('sha256')
          .update(readFileSync(join(f.parentPath, f.name)))
          .digest('hex'),
      ]),
  )

test(
  'a whole dump comes out elsewhere as it went in, files included, and new rows get new numbers',
  { timeout: 90_000 },
  async () => {
    const made = await from('whole.furrow', { secrets: Buffer.from('{"secret":"x"}') })
    expect(
      made.parts.find(({ table, tenant }) => table === 'telemetry_report' && tenant === one.id)
        ?.count,
    ).toBe(3000)
    const target = await emptyDatabase()
    const filesDir = mkdtempSync(join(folder, 'files-'))
    const { secrets } = await load({
      ownerUrl: target.owner,
      store: diskStore(filesDir),
      file: join(folder, 'whole.furrow'),
      scratch: folder,
    })
    expect(secrets?.toString()).toBe('{"secret":"x"}')
    expect(await said(target.owner)).toEqual(await said(app.owner))
    expect(hashes(filesDir)).toEqual(hashes(join(app.filesDir)))
    const client = new pg.Client({ connectionString: target.owner })
    await client.connect()
    await client.query(`select set_config('app.tenant_id', '${one.id}', false)`)
    const {
      rows: [made2],
    } = await client.query(
      `insert into unit (tenant_id, code, name) values (${one.id}, 'after', 'x') returning id, (select max(id) from unit) as before`,
    )
    expect(Number(made2.id)).toBeGreaterThan(Number(made2.before))
    await client.end()
    // A second time there is somebody in it.
    await expect(
      load({
        ownerUrl: target.owner,
        store: diskStore(filesDir),
        file: join(folder, 'whole.furrow'),
        scratch: folder,
      }),
    ).rejects.toThrow(/somebody in this database/)
    await target.drop()
  },
)

test(
  'what was cut off or changed is refused before anything is touched',
  { timeout: 60_000 },
  async () => {
    await from('good.furrow', { tenant: other.id })
    const bytes = readFileSync(join(folder, 'good.furrow'))
    const target = await emptyDatabase()
    for (const [name, text] of [
      ['cut', bytes.subarray(0, bytes.length - 900)],
      [
        'bent',
        Buffer.concat([
          bytes.subarray(0, 2000),
          Buffer.from([bytes[2000]! ^ 1]),
          bytes.subarray(2001),
        ]),
      ],
    ] as const) {
      writeFileSync(join(folder, name), text)
      await expect(inspectDump(join(folder, name))).rejects.toThrow(/no whole dump|damaged/)
      await expect(
        load({
          ownerUrl: target.owner,
          store: diskStore(folder),
          file: join(folder, name),
          scratch: folder,
        }),
      ).rejects.toThrow(/no whole dump|damaged/)
    }
    await target.drop()
  },
)

test(
  'a dump of the version before comes out as this one’s tables',
  { timeout: 60_000 },
  async () => {
    const [before, target] = [await emptyDatabase(), await emptyDatabase()]
    const older = migrationNames().sort().slice(0, -1)
    await migrate(before.owner, undefined, undefined, older)
    const client = new pg.Client({ connectionString: before.owner })
    await client.connect()
    await client.query(
      "insert into tenant (id, tenant_num, tenant_name) values (500, 'OLD', 'old farm')",
    )
    await client.query("select set_config('app.tenant_id', '500', false)")
    await client.query(
      "insert into unit (tenant_id, code, name) select 500, 'u' || n, 'bag' from generate_series(1, 20) n",
    )
    await client.end()
    const file = join(folder, 'older.furrow')
    const made = await dump({
      ownerUrl: before.owner,
      store: diskStore(folder),
      file,
      version: 'before',
    })
    expect(made.migrations).toEqual(older)
    await load({ ownerUrl: target.owner, store: diskStore(folder), file, scratch: folder })
    const [there, here] = [await said(target.owner), await said(before.owner)]
    expect(there['unit 500']).toBe(here['unit 500'])
    expect(await migrate(target.owner)).toBe(0)
    // What is newer than us is refused before anything is made.
    await expect(migrate(target.owner, undefined, undefined, ['999_later.sql'])).rejects.toThrow(
      /newer version/,
    )
    await before.drop()
    await target.drop()
  },
)
