import { sql } from 'kysely'
import type { RuleCondition, RuleTrigger } from '#contract/automation/control-rule.ts'
import type { Seen } from '#contract/automation/control-run.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { standingOf } from './preconditions.ts'
import { comparisonOf } from './rules.ts'

const minuteMs = 60_000
/** How long a value may stand for the present: two reporting periods. */
export const gapOf = (reportMinutes: number) => Math.max(2, 2 * reportMinutes) * minuteMs
/** Values older than this say nothing of now. */
export const freshOf = (reportMinutes: number) => Math.max(gapOf(reportMinutes), 10 * minuteMs)

type Asked = Pick<RuleCondition, 'metric' | 'operator' | 'value' | 'value2'> & {
  group: number
  deviceId: number
}
/** Device triggers as conditions of a group of their own. */
export const askedOf = (triggers: readonly RuleTrigger[]): Asked[] =>
  triggers.flatMap(({ kind, deviceId, metric, operator, value, value2 }) =>
    kind === 'device'
      ? [
          {
            group: 0,
            deviceId: deviceId!,
            metric: metric!,
            operator: operator!,
            value: value!,
            value2,
          },
        ]
      : [],
  )

/** Limits with the values that devices reported last. */
export async function currentValuesOf(
  tx: Tx,
  asked: readonly Asked[],
  now: number,
): Promise<Seen[]> {
  if (asked.length === 0) return []
  const found = await rows<{
    id: number
    name: string
    deviceType: string
    reportMinutes: number
    metric: string | null
    value: number | null
    at: string | null
  }>(
    tx,
    sql`
    select d.id, d.name, d.device_type, d.report_minutes, l.metric, l.value, l.at from device d left
    join device_latest l on l.tenant_id = d.tenant_id and l.device_id = d.id
    and l.metric = any(${asked.map(({ metric }) => metric)}::text[])
    where d.id = any(${asked.map(({ deviceId }) => deviceId)}::bigint[])`,
  )
  const lacking = asked.flatMap(({ deviceId }) =>
    found.some(({ id }) => id === deviceId) ? [] : [deviceId],
  )
  // Deleted, and not only out of sight of who asks.
  const gone = new Set(
    lacking.length === 0
      ? []
      : (await rows<{ id: number }>(tx, sql`select furrow_gone(${lacking}::bigint[]) as id`)).map(
          ({ id }) => id,
        ),
  )
  return asked.map(({ group, deviceId, metric, operator, value, value2 }) => {
    const device = found.find(({ id }) => id === deviceId)
    const latest = found.find((one) => one.id === deviceId && one.metric === metric)
    const present =
      latest && latest.value !== null
        ? {
            value: latest.value,
            at: Date.parse(latest.at!),
            freshMs: freshOf(latest.reportMinutes),
          }
        : null
    return {
      group,
      deviceId,
      deviceName: device?.name ?? (gone.has(deviceId) ? null : ''),
      deviceType: device?.deviceType ?? null,
      metric,
      operator,
      value,
      value2: value2 ?? null,
      present: latest?.value ?? null,
      at: latest?.at ?? null,
      standing: standingOf(comparisonOf({ operator, value, value2 }), present, now),
    }
  })
}
