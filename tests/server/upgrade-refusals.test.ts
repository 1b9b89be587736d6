import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { requireNotNewer, isNewer } from '#server/db/version.ts'
import { emptyDatabase } from './harness.ts'
import { newFolder, run } from './process.ts'
import { releaseSecret } from './released.ts'
import { as, version } from './upgrade-ground.ts'

test('what no way leads from is told so, and nothing is touched', async () => {
  const database = await emptyDatabase()
  await migrate(database.owner)
  await as(database.owner, async (client) => {
    const all = (await client.query('select name, hash from migration order by name')).rows
    for (const [statement, sentence] of [
      [
        "insert into migration (name, hash) values ('999_later.sql', 'x')",
        /newer version \(999_later\.sql\)/,
      ],
      [
        "update migration set hash = 'x' where name = '001_functions.sql'",
        /001_functions\.sql was applied with another text/,
      ],
      [
        "delete from migration; insert into migration (name, hash) values ('001_platform.sql', 'x'), ('002_tenant.sql', 'x')",
        /before the first release.*Start with a new DATA_DIR/,
      ],
    ] as const) {
      await client.query(statement)
      await expect(migrate(database.owner)).rejects.toThrow(sentence)
      await client.query('delete from migration')
      for (const { name, hash } of all)
        await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
    }
    await expect(
      migrate(database.owner, undefined, undefined, ['001_platform.sql']),
    ).rejects.toThrow(/before the first release/)
    expect(await migrate(database.owner)).toBe(0)
  })
  await database.drop()
})

test(
  'what a newer version was at work on is not opened by this one',
  { timeout: 60_000 },
  async () => {
    expect([
      isNewer('0.10.0', '0.9.9'),
      isNewer('1.0.0', '0.99.0'),
      isNewer('0.2.0', '0.2.0'),
      isNewer('0.1.9', '0.2.0'),
      isNewer('test', '0.1.0'),
    ]).toEqual([true, true, false, false, false])
    const database = await emptyDatabase()
    await requireNotNewer(database.owner, version)
    await migrate(database.owner)
    await requireNotNewer(database.owner, version)
    await as(database.owner, (client) =>
      client.query("insert into installation (name, value) values ('version', '\"99.1.0\"')"),
    )
    const server = await run(newFolder(), {
      DATABASE_URL: database.owner,
      FURROW_SECRET: releaseSecret,
    })
    expect(await server.ended).toBe(1)
    expect(server.output().trim()).toBe(
      `Furrow 99.1.0 was at work on this data, and this is ${version}: start that one, or load the backup that was taken before the upgrade into a new DATA_DIR.`,
    )
    await database.drop()
  },
)
