import { sql } from 'kysely'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { mostFaults, type DeviceFault } from '#contract/command/setting-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'

const looksBack = '92 days'

/** Channels of a type that report what is broken. */
const faultChannels = (deviceType: string): string[] =>
  Object.entries(deviceTypeNamed(deviceType).readings).flatMap(([name, { isFault, circuits }]) =>
    !isFault
      ? []
      : circuits
        ? Array.from({ length: circuits }, (_, i) => `${name}.${i + 1}`)
        : [name],
  )

/**
 * When a device began to report each fault and when it no longer did, newest first; none of a type
 * that reports no faults.
 */
export function faultsOf(tx: Tx, device: number, deviceType: string): Promise<DeviceFault[]> {
  const channels = faultChannels(deviceType)
  if (channels.length === 0) return Promise.resolve([])
  return rows<DeviceFault>(
    tx,
    sql`with turns as (
      select metric, at, value from (select metric, at, value, lag(value) over (partition by metric
      order by at) as earlier
        from telemetry where device_id = ${device} and metric = any(${channels}::text[])
        and at >= now() - ${looksBack}::interval) seen
      where value is distinct from earlier
    ), spans as (select metric, value, at, lead(at) over (partition by metric order by at) as ended from turns)
    select metric as channel, value, at as began_at, ended as ended_at from spans where value <> 0
    order by at desc, metric limit ${mostFaults}`,
  )
}
