import { sql } from 'kysely'
import { bearingNames } from '#contract/devices/index.ts'
import { row, type Database, type Tx } from '#server/db/database.ts'
import { Partitions } from '#server/modules/telemetry/engine/partitions.ts'
import { sayable, spokenBy } from '#simulator/protocols/index.ts'
import { aerate } from '#simulator/ponds.ts'
import { outagesOf } from '#simulator/outages.ts'
import { toldFrom } from '#simulator/settings.ts'
import { deviceModels } from '#simulator/device-models.ts'
import type { SimulatedDevice, DeviceModel } from '#simulator/models/simulated-device.ts'
import { bucketsOf, type Buckets, type Series } from './buckets.ts'
import type { DemoDevice } from './devices.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/**
 * Shortest time between two values of the past: a year of all devices is to be made within a
 * minute.
 */
const shortestGridMs = 10 * minuteMs
const rawDays = 30
/**
 * Nobody's curve shows hours over more than a quarter; the time before is kept by the day, on a
 * third of the disk.
 */
const hoursDays = 92
const yearDays = 365
/** The demo's days begin on China's clock. */
const clockMs = 8 * hourMs

/**
 * What a device measured in a time (ms). Kept of it is what is counted per day, per hour, and each
 * value.
 */
export interface Stretch {
  device: DemoDevice
  seed: number
  from: number
  to: number
  hasHours: boolean
  hasRaw: boolean
}

export const startOfDay = (at: number) => Math.floor((at + clockMs) / dayMs) * dayMs - clockMs
const startOfHour = (at: number) => Math.floor(at / hourMs) * hourMs

/** The year before the day that begins at `until` (ms), what was last first. */
export function stretchesOf(devices: readonly DemoDevice[], until: number): Stretch[] {
  const [raw, season, year] = [rawDays, hoursDays, yearDays].map(
    (days) => until - days * dayMs,
  ) as [number, number, number]
  const of = (
    from: number,
    to: number,
    hasHours: (device: DemoDevice) => boolean,
    hasRaw = false,
  ) =>
    devices.map((device, i) => ({
      device,
      seed: i + 1,
      from,
      to,
      hasHours: hasHours(device),
      hasRaw,
    }))
  for (const { deviceType, plot } of devices) if (deviceType === 'aerator_ii') aerate(plot)
  return [
    ...of(raw, until, () => true, true),
    ...of(season, raw, () => true),
    ...of(year, season, () => false),
  ]
}

/** A stretch's values by channel, with gaps where the device was not to be heard. */
export function measured({ device, seed, from, to }: Stretch): Map<string, Series> {
  const played: SimulatedDevice = {
    place: device,
    plot: device.plot,
    seed,
    layers: device.layers,
    told: toldFrom(device),
  }
  const twin: DeviceModel = deviceModels[device.deviceType]
  const spoken = spokenBy(device)
  const gridMs = Math.max(shortestGridMs, device.reportMinutes * minuteMs)
  const outages = outagesOf({ ...device, seed }, from, to)
  const found = new Map<string, Series>()
  for (let at = from; at < to; at += gridMs) {
    while (outages[0] && outages[0].endedAt <= at) outages.shift()
    if ((outages[0]?.beganAt ?? to) <= at) continue
    for (const [metric, value] of Object.entries(sayable(spoken, twin(played, at, gridMs)))) {
      let series = found.get(metric)
      if (!series) found.set(metric, (series = { times: [], values: [] }))
      series.times.push(at)
      series.values.push(value)
    }
  }
  return found
}

const seconds = (times: readonly number[]) => times.map((at) => at / 1000)
const keep = (
  tx: Tx,
  table: 'telemetry_hour' | 'telemetry_day',
  tenant: number,
  device: number,
  metric: string,
  of: Buckets,
  isBearing = bearingNames.includes(metric),
) =>
  sql`
  insert into ${sql.table(table)} (tenant_id, device_id, metric, at, count, min, max, sum, first_at,
  first, last_at, last, east, north)
  select ${tenant}::bigint, ${device}::bigint, ${metric}, to_timestamp(at), count, min, max, sum,
  to_timestamp(first_at), first, to_timestamp(last_at), last, ${isBearing ? sql`east` : null},
  ${isBearing ? sql`north` : null}
  from unnest(${seconds(of.at)}::float8[], ${of.count}::int[], ${of.min}::float8[],
  ${of.max}::float8[], ${of.sum}::float8[], ${seconds(of.firstAt)}::float8[], ${of.first}::float8[],
  ${seconds(of.lastAt)}::float8[], ${of.last}::float8[], ${of.east}::float8[], ${of.north}::float8[])
    as given (at, count, min, max, sum, first_at, first, last_at, last, east, north)
  on conflict do nothing`.execute(tx)

/** Channels that were measured at the same moment are one report. */
const keepValues = (
  tx: Tx,
  tenant: number,
  id: number,
  found: readonly (readonly [string, Series])[],
) =>
  sql`insert into telemetry_report (tenant_id, device_id, at, metrics, measured)
    select ${tenant}::bigint, ${id}::bigint, to_timestamp(at), array_agg(metric order by metric),
      array_agg(value order by metric)
    from unnest(${found.flatMap(([metric, { times }]) => times.map(() => metric))}::text[],
      ${found.flatMap(([, { times }]) => seconds(times))}::float8[],
      ${found.flatMap(([, { values }]) => values)}::float8[]) as given (metric, at, value)
    group by at on conflict do nothing`.execute(tx)

/**
 * Writes a stretch in one transaction; one that is there already is left as it is. Errors:
 * PostgreSQL's own.
 */
export async function writeStretch(db: Database, tenant: number, stretch: Stretch): Promise<void> {
  const {
    device: { id, ...device },
    seed,
    from,
    to,
    hasHours,
    hasRaw,
  } = stretch
  const isThere = (tx: Tx) =>
    row(
      tx,
      sql`select 1 from telemetry_day where device_id = ${id} and at >= to_timestamp(${from / 1000})
        and at < to_timestamp(${to / 1000}) limit 1`,
    )
  if (await db.read(tenant, isThere)) return
  const found = measured(stretch)
  if (hasRaw)
    await new Partitions(db).need([
      ...Array.from({ length: Math.ceil((to - from) / dayMs) }, (_, day) => from + day * dayMs),
      to - 1,
    ])
  await db.write(tenant, async (tx) => {
    if (
      !(await row(tx, sql`select 1 from device where id = ${id} for key share`)) ||
      (await isThere(tx))
    )
      return
    await sql`set local synchronous_commit = off`.execute(tx)
    if (hasRaw) await keepValues(tx, tenant, id, [...found])
    for (const [metric, series] of found) {
      if (hasHours)
        await keep(tx, 'telemetry_hour', tenant, id, metric, bucketsOf(series, startOfHour))
      await keep(tx, 'telemetry_day', tenant, id, metric, bucketsOf(series, startOfDay))
    }
    for (const { reason, beganAt, endedAt } of outagesOf({ ...device, seed }, from, to)) {
      await sql`insert into device_offline (device_id, reason, began_at, ended_at)
        values (${id}, ${reason}, to_timestamp(${beganAt / 1000}), to_timestamp(${endedAt / 1000}))`.execute(
        tx,
      )
    }
  })
}
