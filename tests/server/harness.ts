import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { LightMyRequestResponse } from 'fastify'
import type { z } from 'zod'
import { inject } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import type { Asked } from '#contract/entity-calls.ts'
import type { App } from '#server/app.ts'
import type { AppOptions } from '#server/services/options.ts'
import { buildApp } from '#server/app.ts'
import { row } from '#server/db/database.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { raiseRights } from '#server/db/rights.ts'
import { demoStands } from '#server/demo/cameras.ts'
import { Client, type Sent } from '#server/demo/client.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import { openSession } from '#server/modules/account/engine/session.ts'
import { addMember, createAccount, createTenant } from '#server/modules/account/engine/tenant.ts'

export const password = 'Harvest2026'
const passwordHash = hashPassword(password)
const everyModule = ['wfpf-farm', 'wfpf-inventory', 'wfpf-company', 'wfpf-visual']

const inDatabase = (address: string, database: string): string => {
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}
/** Owner's address of a database on the run's PostgreSQL. */
export const ownerUrl = (database: string) => inDatabase(inject('postgres').owner, database)
/** The same as who may everything; null: DATABASE_URL names a server, and nobody said who that is. */
export function superuserUrl(database: string): string | null {
  const { seesAll } = inject('postgres')
  return seesAll && inDatabase(seesAll, database)
}
const nameOf = (url: string) => new URL(url).pathname.slice(1)
async function connected<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
/** As the owner, in no test's database. */
export const maintain = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  connected(inject('postgres').owner, work)
/**
 * A connection that sees the rows of every tenant, which the product's owner does not: for what a
 * test itself reads or prepares, never for what the product does. Errors: throws where there is
 * none, or what is looked for would be found nowhere.
 */
export async function seeAll({ owner }: { owner: string }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: superuserUrl(nameOf(owner)) ?? owner })
  await client.connect()
  const { rows } = await client.query<{ sees: boolean }>(
    'select rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user',
  )
  if (rows[0]!.sees) return client
  await client.end()
  throw new Error(
    'This test reads every row itself: beside DATABASE_URL, TEST_SUPERUSER_URL has to name who may.',
  )
}

export interface TestDatabase {
  owner: string
  drop(): Promise<void>
}
/** A database of one's own, cloned from a migrated template that the first comer makes. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const name = `t_${process.pid}_${Math.trunc(performance.now() * 1000)}`
  await maintain(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('furrow template'))")
    const { rowCount } = await client.query(
      "select 1 from pg_database where datname = 'furrow_template'",
    )
    if (!rowCount) await client.query('create database furrow_template')
    await migrate(ownerUrl('furrow_template'))
    await client.query(`create database ${name} template furrow_template strategy file_copy`)
  })
  return {
    owner: ownerUrl(name),
    drop: () =>
      maintain(
        async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  }
}

/** A database with nothing in it, not even tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = `e_${process.pid}_${Math.trunc(performance.now() * 1000)}`
  await maintain(async (client) => void (await client.query(`create database ${name}`)))
  return {
    owner: ownerUrl(name),
    drop: () =>
      maintain(
        async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  }
}

export interface TestApp extends App {
  owner: string
  filesDir: string
  /** Another process's worth of server on the same database. */
  beside(options?: Partial<AppOptions>): Promise<App>
  end(): Promise<void>
}
/** Apps of the file at hand that have not ended; `setup.ts` ends those that a test has left. */
const open: Set<() => Promise<void>> = ((
  globalThis as { openApps?: Set<() => Promise<void>> }
).openApps ??= new Set())

/** An app of a test's own; `rest()` of it rests the others on its database too. */
export async function startApp(options: Partial<AppOptions> = {}): Promise<TestApp> {
  const database = await cloneDatabase()
  const filesDir = mkdtempSync(join(scratchDir(), 'furrow-files-'))
  const build = (more: Partial<AppOptions>) =>
    buildApp({
      databaseUrl: appUrl(database.owner),
      secret: 'test secret',
      filesDir,
      webDir: join(filesDir, 'web'),
      publicUrl: 'http://localhost',
      poolSize: 4,
      callLimit: 100_000,
      stands: demoStands(true),
      ...options,
      ...more,
    })
  const app = await build({})
  const others: App[] = []
  // `npm test` runs a sample so: what one server was told, the next call asks of another.
  if (process.env.TEST_PAIR)
    others.push(await pairUp(app, () => build({ mqtt: undefined, mqttUrl: null })))
  const end = async () => {
    if (!open.delete(end)) return
    for (const other of others) await other.close()
    await app.close()
    await database.drop()
    rmSync(filesDir, { recursive: true, force: true })
  }
  open.add(end)
  return {
    ...app,
    owner: database.owner,
    filesDir,
    async rest() {
      for (const one of [app, ...others]) await one.rest()
    },
    beside: async (more = {}) => {
      const other = await build(more)
      others.push(other)
      return other
    },
    end,
  }
}

/** Has every second call answered by another server on the same database. */
async function pairUp(app: App, build: () => Promise<App>): Promise<App> {
  const other = await build()
  const inject = app.http.inject.bind(app.http) as (
    options: unknown,
  ) => Promise<LightMyRequestResponse>
  let calls = 0
  app.http.inject = ((options: unknown) =>
    ++calls % 2 ? inject(options) : (other.http.inject as typeof inject)(options)) as never
  return other
}

export interface Tenant {
  id: number
  admin: Client
  adminAccount: number
}
let serial = 0
export const unique = (prefix: string) =>
  `${prefix}${String(process.pid % 1000).padStart(3, '0')}${++serial}`
/** A number as LoRaWAN has them, which any device may have. */
export const newEui = () =>
  `24e1${(process.pid % 0xffff).toString(16).padStart(4, '0')}${(++serial).toString(16).padStart(8, '0')}`

export async function tokenFor(app: App, account: number, tenant: number | null): Promise<string> {
  const { access_token } = await app.db.platform((tx) =>
    openSession(tx, { accountId: account, tenantId: tenant, device: 'test', address: '127.0.0.1' }),
  )
  return access_token
}
export function clientWith(app: App, token: string, tenantId: number): Client {
  const client = new Client(app.http)
  client.token = token
  client.tenantId = tenantId
  return client
}

/** A tenant of its own with a signed-in administrator. */
export async function newTenant(app: App, name = unique('tenant')): Promise<Tenant> {
  const hash = await passwordHash
  const loginName = unique('admin')
  const made = await app.db.platform((tx) =>
    createTenant(tx, name, everyModule, '管理员', (tenant) =>
      createAccount(tx, {
        loginName,
        realName: `管理 ${name}`,
        phone: null,
        passwordHash: hash,
        defaultTenantId: tenant,
      }),
    ),
  )
  return {
    id: made.tenantId,
    adminAccount: made.accountId,
    admin: clientWith(app, await tokenFor(app, made.accountId, made.tenantId), made.tenantId),
  }
}
/** Somebody of a tenant who holds exactly these codes. */
export async function newMember(
  app: App,
  tenant: Tenant,
  codes: readonly string[],
): Promise<Client & { accountId: number; loginName: string }> {
  const hash = await passwordHash
  const loginName = unique('member')
  const account = await app.db.platform((tx) =>
    createAccount(tx, {
      loginName,
      realName: `员工 ${loginName}`,
      phone: null,
      passwordHash: hash,
      defaultTenantId: tenant.id,
    }),
  )
  await app.db.write(tenant.id, async (tx) => {
    const role = (await row<{ id: number }>(
      tx,
      sql`insert into role (code, name) values (${unique('role')}, 'r') returning id`,
    ))!
    await sql`insert into role_permission (role_id, code)
      select ${role.id}, unnest(${[...new Set(codes)]}::text[])`.execute(tx)
    await addMember(tx, account, null, [role.id], null)
    await raiseRights(tx, tenant.id)
  })
  return Object.assign(clientWith(app, await tokenFor(app, account, tenant.id), tenant.id), {
    accountId: account,
    loginName,
  })
}
export async function newOperator(app: App): Promise<Client> {
  const hash = await passwordHash
  const account = await app.db.platform((tx) =>
    createAccount(tx, {
      loginName: unique('operator'),
      realName: '运营',
      phone: null,
      passwordHash: hash,
      defaultTenantId: null,
      isOperator: true,
    }),
  )
  return clientWith(app, await tokenFor(app, account, null), -1)
}

/** A zone of whole hours in which it is six or seven in the evening now. */
export function zoneOfEvening(): string {
  const ahead = ((18 - new Date().getUTCHours() + 36) % 24) - 12
  // East is minus in these names.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** What lies at an address that the server told: a result, a picture, an annotated file. */
export function download(
  client: Client,
  address: string | null | undefined,
  headers?: Record<string, string>,
) {
  if (!address) throw new Error('There is no address: nothing was made, or its making failed.')
  return client.fetch(address, headers)
}

/** A call and what it is asked, typed while it is written down and sent by whomever. */
export const question = <In extends z.ZodType>(definition: Asked<In>, input?: Sent<In>) => ({
  endpoint: definition.endpoint,
  input,
  sentBy: (client: Client) => client.send(definition, input),
})
