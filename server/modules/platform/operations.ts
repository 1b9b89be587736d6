import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { mostNear, operations, vitals, type Vital } from '#contract/platform/operations-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

type Near = {
  tenantId: number
  tenantName: string
  what: 'maxDevices' | 'maxAccounts' | 'maxStorageMb' | 'maxRecordingsGb'
  used: number
  allowed: number
}

/** The operator’s first page. */
export function serveOperations(app: Services): void {
  const { db, filesDir } = app.platform
  const { version = '' } = app.options
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()
  serve(app, operations, async () => {
    const told = await db.platform(async (tx) => ({
      tenants: (await row<{ count: number; closed: number }>(
        tx,
        sql`select count(*) as count, count(*) filter (where enabled_flag = 0) as closed from tenant`,
      ))!,
      near: await rows<Near>(tx, sql`select * from furrow_tenants_near(${mostNear})`),
      kept: (await row<{ count: number }>(
        tx,
        sql`select count(*) as count from sms_outbox where created_at > now() - interval '1 day'`,
      ))!.count,
      vitals: await rows<{ name: string; value: number }>(
        tx,
        sql`select name, value from furrow_vitals()`,
      ),
      backup: await row<{ at: string | null }>(
        tx,
        sql`select value->>'at' as at from installation where name = 'backup'`,
      ),
    }))
    const { bavail, blocks, bsize } = await statfs(filesDir)
    const counted = new Map(told.vitals.map(({ name, value }) => [name, value]))
    return {
      version,
      startedAt,
      tenants: told.tenants.count,
      closedTenants: told.tenants.closed,
      near: told.near,
      sms: { isSent: app.gateway !== null, keptToday: told.kept },
      counts: Object.fromEntries(vitals.map((name) => [name, counted.get(name) ?? 0])) as Record<
        Vital,
        number
      >,
      databaseBytes: counted.get('database_bytes') ?? 0,
      diskFreeBytes: bavail * bsize,
      diskBytes: blocks * bsize,
      backupAt: told.backup?.at ?? null,
    }
  })
}
