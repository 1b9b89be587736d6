import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { row, rows, type Database } from '#server/db/database.ts'

/** What runs in this process besides HTTP, as far as it is watched. */
export interface Running {
  /** Connections of devices; null where this process has no broker. */
  broker: { connections: number; isListening: boolean } | null
  intake: { waiting: number }
  jobs: { isAlive: boolean }
  pools: Readonly<Record<string, Database>>
}
interface Told {
  value: number
  at: number
}
const everyMs = 10_000
const mostTenants = 50
const names = {
  jobs_queued: 'Jobs that wait',
  jobs_running: 'Jobs at work',
  jobs_failed_day: 'Jobs that failed within a day',
  job_wait_seconds: 'How long the oldest job has waited',
  alarms_open: 'Alarms that are not over',
  notices_queued: 'Notices of alarms on their way',
  notices_failed_day: 'Notices of alarms that failed within a day',
  commands_open: 'Commands on their way',
  commands_failed_day: 'Commands that failed or ran out of time within a day',
  devices: 'Devices',
  devices_online: 'Devices that are heard',
  database_bytes: 'Size of the database',
} as const
/** Of recordings that go to a bucket; nothing waits where there is none. */
const waitingNames = {
  recordings_waiting: 'Pieces of recordings that wait on the disk for the bucket',
  recordings_waiting_bytes: 'Size of the pieces of recordings that wait for the bucket',
  recordings_waiting_seconds: 'How long the oldest piece has waited for the bucket',
} as const

/**
 * Gauges of what runs and of what the database knows, which is asked every ten seconds at most.
 * Answers how commits are told of.
 */
export function watchVitals(
  registry: Registry,
  db: Database,
  filesDir: string,
  running: () => Running | null,
  fillsBucket: boolean,
): (tenant: number, messages: number, seconds: number) => void {
  const gauge = (
    name: string,
    help: string,
    read: () => number | null,
    labelNames: string[] = [],
  ) =>
    new Gauge({
      name: `furrow_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        const value = read()
        if (value !== null) this.set(value)
      },
    })
  gauge(
    'mqtt_connections',
    'Devices connected to this process',
    () => running()?.broker?.connections ?? null,
  )
  gauge(
    'intake_waiting',
    'Messages of devices that wait for their commit',
    () => running()?.intake.waiting ?? null,
  )
  const messages = new Counter({
    name: 'furrow_messages_total',
    help: 'Messages of devices that were stored',
    registers: [registry],
  })
  const commit = new Histogram({
    name: 'furrow_commit_seconds',
    help: 'From a batch of messages to its commit',
    registers: [registry],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  })
  const pool = new Gauge({
    name: 'furrow_pool_connections',
    help: 'Connections to the database',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, one] of Object.entries(running()?.pools ?? {}))
        for (const [state, value] of Object.entries(one.connections()))
          pool.set({ pool: name, state }, value)
    },
  })

  let known: Promise<Map<string, Told>> | null = null
  let askedAt = 0
  const ask = async () => {
    const found = await db.platform((tx) =>
      rows<{ name: string; value: number }>(tx, sql`select name, value from furrow_vitals()`),
    )
    const tenants = await db.platform((tx) =>
      rows<{ tenantId: number; devices: number; members: number; alarms: number }>(
        tx,
        sql`select * from furrow_tenant_vitals(${mostTenants})`,
      ),
    )
    const backup = await db.platform((tx) =>
      row<{ age: number }>(
        tx,
        sql`select extract(epoch from now() - (value->>'at')::timestamptz)::int as age
          from installation where name = 'backup'`,
      ),
    )
    const waiting = fillsBucket
      ? await db.platform((tx) =>
          rows<{ name: string; value: number }>(
            tx,
            sql`select name, value from furrow_recordings_waiting()`,
          ),
        )
      : []
    const at = Date.now()
    const told = new Map([...found, ...waiting].map(({ name, value }) => [name, { value, at }]))
    if (backup) told.set('backup_age_seconds', { value: backup.age, at })
    for (const name of ['devices', 'members', 'alarms'] as const) perTenant[name].reset()
    for (const { tenantId, ...counts } of tenants)
      for (const [name, value] of Object.entries(counts))
        perTenant[name as 'devices'].set({ tenant: tenantId }, value)
    return told
  }
  const recent = () => {
    if (!known || Date.now() - askedAt > everyMs) {
      askedAt = Date.now()
      known = ask().catch(() => new Map())
    }
    return known
  }
  const tenantGauge = (name: string, help: string) =>
    new Gauge({
      name: `furrow_tenant_${name}`,
      help,
      labelNames: ['tenant'],
      registers: [registry],
      async collect() {
        await recent()
      },
    })
  const perTenant = {
    devices: tenantGauge('devices', 'Devices of the largest tenants'),
    members: tenantGauge('members', 'People of the largest tenants'),
    alarms: tenantGauge('alarms', 'Open alarms of the largest tenants'),
  }
  for (const [name, help] of Object.entries({
    ...names,
    ...waitingNames,
    backup_age_seconds: 'Time since the last backup by schedule',
  })) {
    new Gauge({
      name: `furrow_${name}`,
      help,
      registers: [registry],
      async collect() {
        const told = (await recent()).get(name)
        if (told) this.set(told.value)
      },
    })
  }
  new Gauge({
    name: 'furrow_disk_free_bytes',
    help: 'Room on the disk of the uploads',
    registers: [registry],
    async collect() {
      const { bavail, bsize } = await statfs(filesDir)
      this.set(bavail * bsize)
    },
  })
  return (_tenant, count, seconds) => {
    messages.inc(count)
    commit.observe(seconds)
  }
}
