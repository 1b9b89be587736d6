import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { camelRows } from './case.ts'
import { FairShare } from './fair-share.ts'
import { instantOf } from './instant.ts'
import { PreparingClient } from './prepared.ts'
import { inSlices } from './spending.ts'

/**
 * A transaction; statements are plain SQL through kysely's `sql` tag, so every value is a
 * parameter.
 */
export type Tx = Kysely<object>
export type Sql = RawBuilder<unknown>

/** Rows with camelCase names. */
export async function rows<T>(tx: Tx, statement: Sql): Promise<T[]> {
  const found = (await statement.execute(tx)).rows as Record<string, unknown>[]
  if (found.length === 0) return []
  return (await inSlices(found, camelRows(found[0]!))) as T[]
}
/** The first row, or null. */
export async function row<T>(tx: Tx, statement: Sql): Promise<T | null> {
  return (await rows<T>(tx, statement))[0] ?? null
}
/** How many rows a statement changed. */
export async function changed(tx: Tx, statement: Sql): Promise<number> {
  return Number((await statement.execute(tx)).numAffectedRows ?? 0n)
}

/**
 * Which of a tenant's rows somebody sees: those of some bases and, where `own` is set, of all bases
 * those that they made
 * themselves. null: all of them. The database enforces it beside the tenant (furrow_scoped_table).
 */
export interface Scope {
  account: number
  areas: readonly number[]
  own: boolean
}

/**
 * The application's database. Every path to it is scoped: one tenant, or the platform's own tables,
 * where row-level security shows no tenant's row at all.
 */
export interface Database {
  /**
   * `person`: account of whoever this is done for; without one the services' own work sees what
   * people keep to themselves.
   */
  read<T>(
    tenant: number,
    work: (tx: Tx) => Promise<T>,
    scope?: Scope | null,
    person?: number | null,
  ): Promise<T>
  /**
   * `closing`: statements that go with the commit, in the same round trip; what they name must be
   * quoted.
   */
  write<T>(
    tenant: number,
    work: (tx: Tx) => Promise<T>,
    closing?: () => string,
    scope?: Scope | null,
    person?: number | null,
  ): Promise<T>
  /** Tables that belong to no tenant: accounts, sessions, tenants. */
  platform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The first row of one statement on those tables, without a transaction around it. */
  ask<T>(statement: Sql): Promise<T | null>
  /** A connection of its own for LISTEN. */
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  ping(): Promise<void>
  /** Of the pool: open, of these without work, and callers that wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  /** Opens every connection of the pool and has it do something first, as a reader of no tenant. */
  warm(statement: Sql): Promise<void>
  close(): Promise<void>
}

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    if (oid === pg.types.builtins.TIMESTAMPTZ) return instantOf
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    if (oid === 1182) return (text: string) => text.slice(1, -1).split(',').filter(Boolean)
    if (oid === 1016)
      return (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(Number)
    return pg.types.getTypeParser(oid, format)
  },
}

/** How long the connections that are open wait for those that are not. */
const warmMs = 1000

// Whose work goes on here: work within work, such as the progress of an import that is being written,
// waits for no turn, or it would wait for itself. One for all databases, because each promise that is
// made pays for each storage there is.
const inside = new AsyncLocalStorage<pg.Pool>()

/**
 * Opens a pool as the role that owns nothing. Shape of `url`: postgres://user@/db?host=/socket or
 * any server.
 */
export function openDatabase(url: string, { max = 12 } = {}): Database {
  // Connections stay: a new one takes five times as long for its first calls, until it knows the
  // tables.
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    min: max,
    max,
    types,
    keepAlive: true,
  })
  // An idle connection that the server ends (restart, failover) must not end us.
  pool.on('error', () => undefined)
  // Nor one that is at work between two statements: the next one says that it is gone.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const kysely = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })

  // One is left for single statements, which wait for nobody.
  const share = new FairShare(Math.max(1, max - 1))

  async function transact<T>(
    opening: string,
    work: (tx: Tx) => Promise<T>,
    closing: () => string = () => '',
  ): Promise<T> {
    return kysely.connection().execute(async (connection) => {
      // One round trip; about a third cheaper than set_config.
      await connection.executeQuery(CompiledQuery.raw(opening))
      try {
        const result = await work(connection)
        await connection.executeQuery(CompiledQuery.raw(`${closing()}commit`))
        return result
      } catch (error) {
        await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
        throw error
      }
    })
  }
  const scoped = <T>(
    tenant: number,
    opening: string,
    work: (tx: Tx) => Promise<T>,
    closing?: () => string,
  ) =>
    inside.getStore() === pool
      ? transact(opening, work, closing)
      : share.run(tenant, () => inside.run(pool, () => transact(opening, work, closing)))
  const within = (tenant: number, scope: Scope | null = null, person: number | null = null) => {
    if (!Number.isSafeInteger(tenant) || tenant < 0) throw new Error('tenant is not an id')
    if (person !== null && !Number.isSafeInteger(person)) throw new Error('person is not an id')
    const tenantOnly = `set local app.tenant_id='${tenant}'; set local statement_timeout='25s'${person === null ? '' : `; set local app.person='${person}'`}`
    if (!scope) return tenantOnly
    if (![scope.account, ...scope.areas].every((id) => Number.isSafeInteger(id) && id > 0))
      throw new Error('a scope is not of ids')
    return `${tenantOnly}; set local app.areas='{${scope.areas.join(',')}}'; set local app.me='${scope.account}'; set local app.own='${scope.own ? 'on' : ''}'`
  }

  return {
    read: (tenant, work, scope, person) =>
      scoped(tenant, `begin read only; ${within(tenant, scope, person)}`, work),
    write: (tenant, work, closing, scope, person) =>
      scoped(tenant, `begin; ${within(tenant, scope, person)}`, work, closing),
    platform: (work) => scoped(0, `begin; ${within(0)}`, work),
    ask: <T>(statement: Sql) => row<T>(kysely, statement),
    async listen(channel, onMessage) {
      let client: pg.Client | null = null
      let ended = false
      const open = async () => {
        const next = new pg.Client({ connectionString: url })
        const again = () => {
          if (client !== next) return
          client = null
          if (!ended) void setTimeout(1000, undefined, { ref: false }).then(open).catch(again)
        }
        client = next
        next.on('error', again)
        next.on('end', again)
        next.on('notification', (message) => onMessage(message.payload ?? ''))
        await next.connect()
        await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      }
      await open()
      return async () => {
        ended = true
        await client?.end().catch(() => undefined)
      }
    },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ping: async () => {
      await sql`select 1`.execute(kysely)
    },
    async warm(statement) {
      let missing = max
      const all = new AbortController()
      // Each waits for the last, or the pool would give the first ones again; but not long for one
      // that is in use.
      const others = setTimeout(warmMs, undefined, { signal: all.signal }).catch(() => undefined)
      await Promise.allSettled(
        Array.from({ length: max }, () =>
          transact(`begin read only; ${within(0)}`, async (tx) => {
            await statement.execute(tx)
            if (--missing === 0) all.abort()
            await others
          }),
        ),
      )
    },
    close: () => kysely.destroy(),
  }
}
