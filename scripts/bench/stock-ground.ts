import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { App } from '#server/app.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { firstReads } from '#server/db/first-reads.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { Client, type Injectable } from '#server/demo/client.ts'
import { openSession } from '#server/modules/account/engine/session.ts'
import { createAccount, createTenant } from '#server/modules/account/engine/tenant.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'

/** Options of a server on the ground's database. */
export const serverOn = (databaseUrl: string, dir: string, poolSize = 12) => ({
  databaseUrl,
  secret: 'bench',
  filesDir: dir,
  webDir: join(dir, 'web'),
  publicUrl: 'http://localhost',
  callLimit: 100_000_000,
  poolSize,
})

/** A tenant of its own with an administrator's token. */
export async function newTenant(db: Database): Promise<{ id: number; token: string }> {
  const made = await db.platform((tx) =>
    createTenant(tx, 'bench', ['wfpf-farm', 'wfpf-inventory', 'wfpf-company'], 'admin', (tenant) =>
      createAccount(tx, {
        loginName: `bench${tenant}`,
        realName: 'bench',
        phone: null,
        passwordHash: '',
        defaultTenantId: tenant,
      }),
    ),
  )
  const { access_token: token } = await db.platform((tx) =>
    openSession(tx, {
      accountId: made.accountId,
      tenantId: made.tenantId,
      device: 'bench',
      address: '127.0.0.1',
    }),
  )
  // A bench may go on for longer than a token does.
  await db.platform((tx) =>
    sql`update session set access_expires_at = refresh_expires_at where tenant_id = ${made.tenantId}`.execute(
      tx,
    ),
  )
  return { id: made.tenantId, token }
}
export function clientOf(app: Injectable, { id, token }: { id: number; token: string }): Client {
  const client = new Client(app)
  client.tenantId = id
  client.token = token
  return client
}

export interface Ground {
  app: App
  /** The application's role. */
  url: string
  owner: string
  dir: string
  tenant: { id: number; token: string }
  admin: Client
  end(): Promise<void>
}
/**
 * A PostgreSQL of its own with a server on it, for benches that post stock. Commits wait for the
 * disk where it is durable.
 */
export async function ground({ isDurable = true } = {}): Promise<Ground> {
  const dir = mkdtempSync(join(tmpdir(), 'furrow-stock-'))
  const postgres = await startPostgres({ dataDir: join(dir, 'data'), say: () => undefined })
  const owner = postgres.url(postgres.superuser, 'postgres')
  await migrate(owner)
  if (!isDurable) {
    const client = new pg.Client({ connectionString: owner })
    await client.connect()
    await client.query('alter role all set synchronous_commit = off')
    await client.end()
  }
  const url = appUrl(owner)
  const app = await buildApp(serverOn(url, dir))
  const db = openDatabase(url, { max: 1 })
  const tenant = await newTenant(db)
  await db.close()
  await app.db.warm(firstReads)
  return {
    app,
    url,
    owner,
    dir,
    tenant,
    admin: clientOf(app.http, tenant),
    async end() {
      await app.close()
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
