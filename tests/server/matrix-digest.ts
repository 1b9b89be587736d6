import type pg from 'pg'
import { seeAll } from './harness.ts'
import { ofCalls } from './matrix-owner.ts'

/** What stands in every table, of one tenant where a table has tenants: one line a table. */
export class Digest {
  readonly #client: pg.Client
  /** Whose accounts are looked at: those that were there when it began. */
  #last = 0
  #statement = ''
  private constructor(client: pg.Client) {
    this.#client = client
  }
  static async open(database: { owner: string }): Promise<Digest> {
    const digest = new Digest(await seeAll(database))
    await digest.#begin()
    return digest
  }
  async #begin(): Promise<void> {
    this.#last = Number(
      (await this.#client.query<{ id: string }>('select max(id) as id from account')).rows[0]!.id,
    )
    const { rows: found } = await this.#client.query<{
      name: string
      tenants: boolean
    }>(`select c.relname as name, exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as tenants
      from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`)
    this.#statement = found
      .filter(
        ({ name, tenants }) =>
          !ofCalls.has(name) && (tenants || name === 'tenant' || /^account(_|$)/.test(name)),
      )
      .map(({ name, tenants }) => {
        const where = tenants
          ? 'where tenant_id = $1::bigint'
          : name === 'tenant'
            ? 'where id = $1::bigint'
            : name === 'account'
              ? 'where id <= $2::bigint and id in (select account_id from member where tenant_id = $1::bigint)'
              : 'where account_id <= $2::bigint and account_id in (select account_id from member where tenant_id = $1::bigint)'
        return `select '${name}' as name, count(*)::text || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as digest from ${name} t ${where}`
      })
      .join(' union all ')
  }
  async of(tenant: number): Promise<Map<string, string>> {
    const { rows: found } = await this.#client.query<{ name: string; digest: string }>(
      this.#statement,
      [tenant, this.#last],
    )
    return new Map(found.map(({ name, digest }) => [name, digest]))
  }
  end(): Promise<void> {
    return this.#client.end()
  }
}
