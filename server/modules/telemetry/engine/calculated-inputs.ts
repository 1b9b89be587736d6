import { sql } from 'kysely'
import { longestRawHours, type CalculationInput } from '#contract/telemetry/calculation.ts'
import type { Worth } from '#contract/telemetry/formula.ts'
import { times as asTimes } from '#server/db/binary.ts'
import { rows, type Sql, type Tx } from '#server/db/database.ts'
import { grownWithin, heldIn } from './counted.ts'
import { readingAt, shortestVector } from './figures.ts'

/** An input with the devices that it stands for at this moment. */
export interface Source {
  input: CalculationInput
  deviceType: string
  devices: readonly number[]
  isGone: boolean
}

/**
 * The devices that an input means; of a base all of its type that are in use. A device that is gone
 * has no type.
 */
export async function sourcesOf(tx: Tx, inputs: readonly CalculationInput[]): Promise<Source[]> {
  const found: Source[] = []
  for (const input of inputs) {
    const own = await rows<{ id: number; deviceType: string }>(
      tx,
      input.kind === 'base'
        ? sql`select id, device_type from device where area_id = ${input.areaId ?? 0}
          and device_type = ${input.deviceType ?? ''} and enabled_flag = 1 order by id limit 200`
        : sql`select id, device_type from device where id = ${input.deviceId ?? 0}`,
    )
    found.push({
      input,
      deviceType: input.kind === 'base' ? (input.deviceType ?? '') : (own[0]?.deviceType ?? ''),
      devices: own.map(({ id }) => id),
      isGone: input.kind === 'channel' && own.length === 0,
    })
  }
  return found
}

const across: Readonly<Record<string, Sql>> = {
  mean: sql`avg(v)`,
  min: sql`min(v)`,
  max: sql`max(v)`,
  sum: sql`sum(v)`,
}

/** Where a vector points, as `bearingOf` says it; nothing where it has no direction. */
const pointing = (east: Sql, north: Sql, weight: Sql): Sql =>
  sql`case when sqrt(power(${east}, 2) + power(${north}, 2)) > ${shortestVector}::float8 * greatest(${weight}, 1)
    then mod(round((atan2d(${east}, ${north}) + 360)::numeric, 9), 360)::float8 end`
/** What the devices of a base come to together. */
function together({ input, deviceType }: Source): Sql {
  const isPointing = input.over !== 'count' && readingAt(deviceType, input.metric)?.isBearing
  return isPointing
    ? pointing(sql`sum(sind(v))`, sql`sum(cosd(v))`, sql`count(v)`)
    : across[input.across ?? 'mean']!
}

/**
 * A device's value at `t.at`. Known is what was said within two and a half reporting periods; `d`
 * is the device.
 */
function valueOf({ input, deviceType }: Source, stepMinutes: number): Sql {
  const { over, metric, hours } = input
  const reading = readingAt(deviceType, metric)
  const hold = sql`greatest(d.report_minutes * 150, 90, ${stepMinutes * 150}::int,
    ${reading?.isCalculated ? 9000 : 0}::int) * interval '1 second'`
  const own = sql`m.tenant_id = furrow_tenant() and m.device_id = d.id and m.metric = ${metric}`
  if (over === 'last')
    return sql`select m.value as v from telemetry m where ${own} and m.at <= t.at
      and m.at > t.at - ${hold} order by m.at desc limit 1`
  if (over === 'degreeDays') {
    return sql`select sum(greatest(0, (m.min + m.max) / 2 - ${input.threshold ?? 0}::float8)) as v
      from telemetry_day m where ${own}
      and m.at >= (select ${input.since}::date::timestamp at time zone n.time_zone from tenant n
      where n.id = furrow_tenant()) and m.at + interval '24 hours' <= t.at`
  }
  const span = sql`make_interval(hours => ${hours ?? 24}::int)`
  if ((hours ?? 24) > longestRawHours) {
    const held = heldIn(sql`m`, 3600, sql`d.report_minutes * 120`)
    const figure = {
      // Over time, as a curve has it: an hour of many reports weighs no more than one of few.
      mean: reading?.isAmount
        ? sql`sum(m.sum) / nullif(sum(m.count), 0)`
        : reading?.isBearing
          ? pointing(
              sql`sum(m.east / m.count * ${held})`,
              sql`sum(m.north / m.count * ${held})`,
              sql`sum(${held})`,
            )
          : sql`sum(m.sum / m.count * ${held}) / sum(${held})`,
      min: sql`min(m.min)`,
      max: sql`max(m.max)`,
      count: sql`sum(m.count)`,
      // What was counted between two hours belongs to the later one.
      sum: reading?.isCounter
        ? sql`sum(${grownWithin(sql`m`)}
            + case when m.before is null then 0 when m.first < m.before then m.first else m.first - m.before end)`
        : sql`sum(m.sum)`,
    }[over]
    return sql`select ${figure}::float8 as v
      from (select m.*, lag(m.last) over (order by m.at) as before from telemetry_hour m where ${own}
        and m.at >= t.at - ${span} and m.at + interval '1 hour' <= t.at) m having count(*) > 0`
  }
  const within = sql`${own} and m.at > t.at - ${span} and m.at <= t.at`
  if (over === 'mean' && !reading?.isAmount) {
    // Over time: each value holds until the next.
    const mean = reading?.isBearing
      ? pointing(
          sql`sum(sind(p.value) * p.held)`,
          sql`sum(cosd(p.value) * p.held)`,
          sql`sum(p.held)`,
        )
      : sql`sum(p.value * p.held) / sum(p.held)`
    return sql`select ${mean} as v
      from (select m.value, greatest(0.001, extract(epoch
      from least(coalesce(lead(m.at) over (order by m.at), t.at),
      m.at + ${hold}) - m.at))::float8 as held from telemetry m where ${within}) p`
  }
  if (over === 'sum' && reading?.isCounter) {
    return sql`select sum(case when p.before is null then 0 when p.value < p.before then p.value else p.value - p.before end) as v from (select m.value, lag(m.value) over (order by m.at) as before from telemetry m where ${within}) p having count(*) > 0`
  }
  const figure = {
    mean: sql`avg(m.value)`,
    min: sql`min(m.value)`,
    max: sql`max(m.value)`,
    sum: sql`sum(m.value)`,
    count: sql`count(*)`,
  }[over]
  return sql`select ${figure}::float8 as v from telemetry m where ${within} having count(*) > 0`
}

/** What every input is worth at each of these times (ms), by its name. */
export async function worthsAt(
  tx: Tx,
  sources: readonly Source[],
  at: readonly number[],
  stepMinutes: number,
): Promise<Record<string, Worth>[]> {
  const all: Record<string, Worth>[] = at.map(() => ({}))
  for (const source of sources) {
    const { input, devices } = source
    if (devices.length === 0) {
      for (const one of all) one[input.name] = null
      continue
    }
    const found = await rows<{ n: number; v: number | null }>(
      tx,
      sql`select t.n::int as n, ${together(source)}::float8 as v
      from unnest(${asTimes([...at])}::timestamptz[]) with ordinality as t (at, n) cross
      join (select id, report_minutes from device where id = any(${[...devices]}::bigint[])) d
        left join lateral (${valueOf(source, stepMinutes)}) w on true group by t.n`,
    )
    for (const { n, v } of found) all[n - 1]![input.name] = v
  }
  return all
}
