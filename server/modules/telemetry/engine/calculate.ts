import { sql } from 'kysely'
import { calculatedReadings, type CalculatedQuantity } from '#contract/devices/calculated.ts'
import type { CalculationInput } from '#contract/telemetry/calculation.ts'
import { readFormula, type Formula, type Worth } from '#contract/telemetry/formula.ts'
import { sees } from '#contract/equipment/reach.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { codesNow, devicesNow, seesAreaNow } from '#server/http/author.ts'
import { sourcesOf, worthsAt, type Source } from './calculated-inputs.ts'
import type { Point } from './read-message.ts'
import { storePoints, type Incoming } from './store.ts'

const minuteMs = 60_000
/** Steps of one calculation in one transaction. */
const mostAtOnce = 500
const mostCalculations = 20
/** So long a value that comes late is still looked for. */
const lateDays = 3
/**
 * Whoever listens to values hears of steps that are no older than this; what lies further back is
 * history.
 */
const freshMs = 15 * minuteMs

export interface Kept {
  id: number
  deviceId: number
  quantity: CalculatedQuantity
  slot: number
  inputs: CalculationInput[]
  formula: string
  stepMinutes: number
  state: string
  problem: string | null
  calculatedTo: string
  lookedAt: string
  lastUpdatedBy: number | null
}
export const metricOf = ({ quantity, slot }: Pick<Kept, 'quantity' | 'slot'>) =>
  `${quantity}.${slot}`
type Standing = {
  state: 'active' | 'missing' | 'broken' | 'forbidden' | 'error'
  problem: string | null
}

/** What a formula comes to, held against what its quantity can be. */
export function outcomeOf(
  formula: Formula,
  quantity: CalculatedQuantity,
  inputs: Readonly<Record<string, Worth>>,
): Standing & { value: Worth } {
  const value = formula.value(inputs)
  const { min, max } = calculatedReadings[quantity]
  if (value !== null && value >= min && value <= max)
    return { value, state: 'active', problem: null }
  const lacking = [...formula.names].filter(
    (name) => inputs[name] === null || inputs[name] === undefined,
  )
  return value === null && lacking.length > 0
    ? { value: null, state: 'missing', problem: lacking.sort().join(', ') }
    : { value: null, state: 'error', problem: value === null ? null : String(value) }
}

/**
 * Whether whoever saved it may see, at this moment, what it is worked out from and where it is
 * shown.
 */
async function mayAuthor(
  tx: Tx,
  tenant: number,
  author: number | null,
  device: number,
  sources: readonly Source[],
): Promise<boolean> {
  const codes = await codesNow(tx, tenant, author)
  const ids = [device, ...sources.flatMap(({ devices }) => devices)]
  const within = await devicesNow(tx, author, ids)
  if (
    !ids.every((id) => within.has(id)) ||
    !sources.every(({ deviceType, isGone }) => isGone || sees(codes, deviceType))
  )
    return false
  for (const { input } of sources)
    if (input.kind === 'base' && !(await seesAreaNow(tx, author, input.areaId ?? 0))) return false
  return true
}

/** How far the calculations are done that this one stands on; it goes no further. */
async function doneBelow(tx: Tx, { id, inputs }: Kept): Promise<number> {
  const found = await row<{ at: string | null }>(
    tx,
    sql`select min(c.calculated_to) as at from calculation c
      join jsonb_to_recordset(${JSON.stringify(inputs)}::jsonb) as i ("deviceId" bigint, metric text)
    on c.device_id = i."deviceId" and c.quantity || '.' || c.slot = i.metric
    where c.enabled_flag = 1 and c.id <> ${id}`,
  )
  return found?.at ? Date.parse(found.at) : Infinity
}

/**
 * Forgets what was worked out from a time on, by whole days of the tenant, so that hours and days
 * are counted anew.
 */
export async function forgetFrom(
  tx: Tx,
  { id, deviceId, quantity, slot }: Pick<Kept, 'id' | 'deviceId' | 'quantity' | 'slot'>,
  from: string,
): Promise<string> {
  const metric = metricOf({ quantity, slot })
  const { start } = (await row<{ start: string }>(
    tx,
    sql`select date_trunc('day', ${from}::timestamptz, time_zone) as start from tenant where id = furrow_tenant()`,
  ))!
  await sql`select furrow_uncalculate(${deviceId}, ${metric}, ${start}::timestamptz)`.execute(tx)
  for (const table of ['telemetry_hour', 'telemetry_day'])
    await sql`delete from ${sql.table(table)} where device_id = ${deviceId} and metric = ${metric}
      and at >= ${start}::timestamptz`.execute(tx)
  await sql`delete from device_latest where device_id = ${deviceId} and metric = ${metric}`.execute(
    tx,
  )
  await sql`insert into device_latest (tenant_id, device_id, metric, at, value)
    select tenant_id, device_id, metric, at, value from telemetry where device_id = ${deviceId}
    and metric = ${metric} order by at desc limit 1`.execute(tx)
  await sql`update calculation set calculated_to = ${start}::timestamptz, looked_at = now() where id = ${id}`.execute(
    tx,
  )
  return start
}

/** The earliest value that an input got after its step was done; null where none came late. */
async function lateFrom(
  tx: Tx,
  sources: readonly Source[],
  { calculatedTo, lookedAt }: Kept,
): Promise<string | null> {
  const found = await row<{ at: string | null }>(
    tx,
    sql`select min(m.at) as at from jsonb_to_recordset(${JSON.stringify(sources.flatMap(({ devices, input }) => devices.map((device) => ({ device, metric: input.metric }))))}::jsonb) as i (device bigint, metric text)
    join telemetry m on m.device_id = i.device and m.metric = i.metric
    and m.at <= ${calculatedTo}::timestamptz
    and m.at > ${calculatedTo}::timestamptz - make_interval(days => ${lateDays})
    and m.received_at > ${lookedAt}::timestamptz`,
  )
  return found?.at ?? null
}

interface Done {
  incoming: Incoming | null
  isBehind: boolean
}
async function advance(tx: Tx, tenant: number, kept: Kept, now: number): Promise<Done> {
  const { id, deviceId, quantity, stepMinutes, lastUpdatedBy } = kept
  const stepMs = stepMinutes * minuteMs
  const sources = await sourcesOf(tx, kept.inputs)
  const late = await lateFrom(tx, sources, kept)
  const begin = Date.parse(late === null ? kept.calculatedTo : await forgetFrom(tx, kept, late))
  const until = Math.min(now, await doneBelow(tx, kept))
  const steps: number[] = []
  for (
    let at = (Math.floor(begin / stepMs) + 1) * stepMs;
    at <= until && steps.length < mostAtOnce;
    at += stepMs
  )
    steps.push(at)
  const lost = sources.filter(({ isGone }) => isGone).map(({ input }) => input.name)
  const formula = readFormula(kept.formula)
  let standing: Standing = { state: 'error', problem: null }
  const points: Point[] = []
  if (lost.length > 0) standing = { state: 'broken', problem: lost.join(', ') }
  else if (!(await mayAuthor(tx, tenant, lastUpdatedBy, deviceId, sources)))
    standing = { state: 'forbidden', problem: null }
  else if ('value' in formula) {
    standing = { state: kept.state as Standing['state'], problem: kept.problem }
    for (const [i, inputs] of (await worthsAt(tx, sources, steps, stepMinutes)).entries()) {
      const { value, ...said } = outcomeOf(formula, quantity, inputs)
      standing = said
      if (value !== null) points.push({ metric: metricOf(kept), at: steps[i]!, value, clock: 0 })
    }
  }
  const incoming: Incoming = {
    device: deviceId,
    points,
    problems: [],
    bytes: 0,
    text: '',
    receivedAt: now,
  }
  if (points.length > 0) await storePoints(tx, tenant, [incoming])
  const doneTo = steps.at(-1)
  await sql`update calculation set calculated_to = coalesce(to_timestamp(${doneTo === undefined ? null : doneTo / 1000}::float8), calculated_to), looked_at = now(), state = ${standing.state}, problem = ${standing.problem?.slice(0, 400) ?? null} where id = ${id}`.execute(
    tx,
  )
  const fresh = points.filter(({ at }) => at >= now - freshMs - stepMs)
  return {
    incoming: fresh.length > 0 ? { ...incoming, points: fresh } : null,
    isBehind: steps.length === mostAtOnce,
  }
}

/**
 * Works out what is due of a tenant's calculations, some steps of each; `now` in ms. Those that
 * another process has in hand are left to it.
 */
export async function calculateDue(
  tx: Tx,
  tenant: number,
  now: number,
): Promise<{ incoming: Incoming[]; devices: number[]; isBehind: boolean }> {
  const due = await rows<Kept>(
    tx,
    sql`select id, device_id, quantity, slot, inputs, formula, step_minutes, state, problem,
      calculated_to, looked_at, last_updated_by from calculation
    where enabled_flag = 1 and calculated_to + step_minutes * interval '1 minute' <= to_timestamp(${now / 1000}) order by calculated_to, id limit ${mostCalculations} for update skip locked`,
  )
  const incoming: Incoming[] = []
  let isBehind = due.length === mostCalculations
  for (const one of due) {
    const done = await advance(tx, tenant, one, now)
    if (done.incoming) incoming.push(done.incoming)
    isBehind ||= done.isBehind
  }
  return { incoming, devices: [...new Set(due.map(({ deviceId }) => deviceId))], isBehind }
}
