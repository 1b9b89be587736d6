import pg from 'pg'
import { steady, sumOf, tablesOf, tenantsOf, turnTo } from '#server/db/dump/catalogue.ts'

/** Rows of one statement, with a connection of its own. */
export async function ask<T extends object>(
  url: string,
  statement: string,
  given: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(statement, given)).rows
  } finally {
    await client.end()
  }
}
/** What a database says, table by table, and how it is built. */
export async function looksOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`begin; ${steady}`)
    const found: string[] = []
    const tenants = await tenantsOf(client)
    for (const table of await tablesOf(client)) {
      const isSplit = table.isOfTenant && table.name !== 'tenant' && table.name !== 'account'
      for (const tenant of isSplit ? tenants : [0]) {
        await turnTo(client, tenant)
        const { count, sum } = await sumOf(
          client,
          table,
          isSplit ? `tenant_id = ${tenant}` : 'true',
        )
        found.push(`${table.name} ${tenant} ${count} ${sum} ${table.columns.toSorted().join()}`)
      }
    }
    const { rows: keys } = await client.query(
      "select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) as key from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0 and contype <> 'n' order by 1",
    )
    return [...found, ...keys.map(({ key }) => key as string)].join('\n')
  } finally {
    await client.end()
  }
}
