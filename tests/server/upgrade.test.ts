import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { emptyDatabase, type TestDatabase } from './harness.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database.owner)
  client = new pg.Client({ connectionString: database.owner })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('what no way leads from is told so, and nothing is touched', async () => {
  const all = (await client.query('select name, hash from migration order by name')).rows
  for (const [statement, sentence] of [
    ["insert into migration (name, hash) values ('999_later.sql', 'x')", /newer version \(999_later\.sql\)/],
    ["update migration set hash = 'x' where name = '001_functions.sql'", /001_functions\.sql was applied with another text/],
    ["delete from migration; insert into migration (name, hash) values ('001_platform.sql', 'x'), ('002_tenant.sql', 'x')", /before the first release.*Start with a new DATA_DIR/],
  ] as const) {
    await client.query(statement)
    await expect(migrate(database.owner)).rejects.toThrow(sentence)
    await client.query('delete from migration')
    for (const { name, hash } of all) await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
  }
  await expect(migrate(database.owner, undefined, undefined, ['001_platform.sql'])).rejects.toThrow(/before the first release/)
  expect(await migrate(database.owner)).toBe(0)
  expect(all.map(({ name }) => name)).toEqual(migrationNames().sort())
})
