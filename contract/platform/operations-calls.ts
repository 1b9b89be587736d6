import { z } from 'zod'
import { call } from '../call.ts'
import { tenantLimits } from './platform-calls.ts'

export const mostNear = 20
/** What is counted over all tenants (`furrow_vitals`); the same figures as `/metrics`. */
export const vitals = [
  'devices',
  'devices_online',
  'alarms_open',
  'commands_open',
  'commands_failed_day',
  'jobs_queued',
  'jobs_running',
  'jobs_failed_day',
  'notices_queued',
  'notices_failed_day',
] as const
/** Figures of which every one is somebody’s trouble. */
export const faultVitals: readonly Vital[] = [
  'commands_failed_day',
  'jobs_failed_day',
  'notices_failed_day',
]
export type Vital = (typeof vitals)[number]
export const operations = call({
  endpoint: 'GET /iam/v1/platform/operations',
  summary: 'How the installation does: tenants near their limits, short messages, room, work',
  access: 'operator',
  input: z.object({}),
  answer: z.object({
    version: z.string(),
    /** Since when this process works. */
    startedAt: z.string(),
    tenants: z.int(),
    closedTenants: z.int(),
    /** Of what a tenant may have, four fifths and more are used; the fullest first. */
    near: z.array(
      z.object({
        tenantId: z.int(),
        tenantName: z.string(),
        what: z.enum(tenantLimits),
        used: z.int(),
        allowed: z.int(),
      }),
    ),
    /** Whether messages leave; without a provider they stay in the outbox. */
    sms: z.object({ isSent: z.boolean(), keptToday: z.int() }),
    counts: z.record(z.enum(vitals), z.int()),
    databaseBytes: z.int(),
    diskFreeBytes: z.int(),
    diskBytes: z.int(),
    /** null: nothing is backed up by schedule. */
    backupAt: z.string().nullable(),
  }),
})
