import { sql } from 'kysely'
import { batch, batchState } from '#contract/planting/batch.ts'
import { row, rows, type Database, type Tx } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import { announce } from '#server/live/events.ts'
import { countValues } from '#server/modules/telemetry/engine/counted.ts'
import { metersByType, type Meter } from './engine/metered.ts'
import { keepFacts, reverseFacts, type BatchFact } from './engine/facts.ts'

const everyMs = 60 * 60_000
/** Days that are read again, for what is reported late. */
const lastDays = 3
/** Hours after midnight before yesterday is read. */
const patienceHours = 1
const dayMs = 86_400_000
/** Minutes between reports of a device that does not say. */
const usualMinutes = 30
/** What changes less was only rounded otherwise. */
const least = 0.001

interface Metered {
  id: number
  name: string
  deviceType: string
  reportMinutes: number | null
  landId: number
  waterPrice: number | null
  powerPrice: number | null
}
interface Day {
  day: string
  /** ISO 8601. */
  from: string
  to: string
  timeZone: string
}

/** The last days that are over, the oldest first, in the tenant's time zone. */
const daysOver = (tx: Tx) =>
  rows<Day>(
    tx,
    sql`select to_char(d.day, 'YYYY-MM-DD') as day, d.day::timestamp at time zone t.time_zone as from,
        (d.day::timestamp + interval '1 day') at time zone t.time_zone as to, t.time_zone
      from tenant t cross join lateral (select ((now() - make_interval(hours => ${patienceHours})) at time zone t.time_zone)::date - n as day
        from generate_series(1, ${lastDays}::int) n) d where t.id = furrow_tenant() order by 1`,
  )
/** Devices with a meter that stand on a plot and said something on the day. */
const meteredOn = (tx: Tx, { from, to }: Day) =>
  rows<Metered>(
    tx,
    sql`select d.id, d.name, d.device_type, d.report_minutes, d.land_id, a.water_price::float8 as water_price, a.power_price::float8 as power_price
      from device d join area a on a.tenant_id = d.tenant_id and a.id = d.area_id
      where d.land_id is not null and d.device_type = any(${[...metersByType.keys()]}::text[])
        and exists (select 1 from telemetry_hour h where h.tenant_id = d.tenant_id and h.device_id = d.id
          and h.at >= ${from}::timestamptz and h.at < ${to}::timestamptz) order by d.id`,
  )
/** Batches that stood on the plot on the day. */
const batchesOn = (tx: Tx, land: number, day: string) =>
  rows<{ id: number }>(
    tx,
    sql`select b.id from batch_land l join batch b on b.tenant_id = l.tenant_id and b.id = l.batch_id
      where l.land_id = ${land} and b.planted_on <= ${day}::date
        and (b.state in (${batchState.growing}, ${batchState.harvesting})
          or b.state = ${batchState.finished} and b.finished_on >= ${day}::date) order by b.id`,
  )

/** What a meter counted on a day; null: nothing was heard of it. */
async function countedOn(tx: Tx, device: Metered, { metric }: Meter, day: Day) {
  const counted = await countValues(
    tx,
    {
      device: device.id,
      metrics: [metric],
      // The day before as well: what was counted until the first report began at its last.
      from: new Date(Date.parse(day.from) - dayMs).toISOString(),
      to: day.to,
      holdSeconds: (device.reportMinutes ?? usualMinutes) * 120,
      timeZone: day.timeZone,
    },
    'day',
  )
  return counted.find(({ at }) => Date.parse(at) === Date.parse(day.from)) ?? null
}
const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** In equal shares; what rounding leaves is the last one's. */
function shared(
  batches: readonly { id: number }[],
  { kind, unit }: Meter,
  device: Metered,
  quantity: number,
  day: string,
): BatchFact[] {
  const price = kind === 'water' ? device.waterPrice : device.powerPrice
  const amount = price === null ? null : rounded(quantity * price, 2)
  const part = (whole: number, at: number, digits: number) => {
    const each = rounded(whole / batches.length, digits)
    return at < batches.length - 1 ? each : rounded(whole - each * (batches.length - 1), digits)
  }
  return batches.map(({ id }, at) => ({
    batchId: id,
    kind,
    title: device.name,
    quantity: part(quantity, at, 3),
    unitName: unit,
    amount: amount === null ? null : part(amount, at, 2),
    occurredOn: day,
  }))
}

/** Books what a meter counted on a day; what was booked otherwise before is taken back. Answers the batches that it reached. */
async function bookMeter(tx: Tx, device: Metered, meter: Meter, day: Day): Promise<number[]> {
  const found = await countedOn(tx, device, meter, day)
  const quantity = rounded(
    found ? (meter.kind === 'power' ? found.grown : found.area / 3600) : 0,
    3,
  )
  const before = await row<{ id: number; quantity: number }>(
    tx,
    sql`select id, quantity::float8 as quantity from meter_day
      where device_id = ${device.id} and metric = ${meter.metric} and counted_on = ${day.day}::date for update`,
  )
  if (Math.abs(quantity - (before?.quantity ?? 0)) < least) return []
  const batches = await batchesOn(tx, device.landId, day.day)
  if (batches.length === 0 && !before) return []
  const kept = await row<{ id: number }>(
    tx,
    sql`insert into meter_day (device_id, metric, counted_on, quantity)
      values (${device.id}, ${meter.metric}, ${day.day}::date, ${quantity})
      on conflict (tenant_id, device_id, metric, counted_on) do update set quantity = excluded.quantity
      returning id`,
  )
  const source = { kind: 'meter', id: kept!.id } as const
  if (before) await reverseFacts(tx, source, null)
  if (quantity > 0 && batches.length > 0)
    await keepFacts(tx, source, shared(batches, meter, device, quantity, day.day), null)
  return batches.map(({ id }) => id)
}

/** Books water and power of the last days to what grew where their meters stand. */
export async function bookMeters(db: Database, tenant: number): Promise<void> {
  const days = await db.read(tenant, daysOver)
  for (const day of days) {
    const devices = await db.read(tenant, (tx) => meteredOn(tx, day))
    for (const device of devices)
      await db.write(tenant, async (tx) => {
        // Two processes that look at once take turns.
        await sql`select pg_advisory_xact_lock(hashtextextended('furrow meters ' || ${device.id}::bigint, 0))`.execute(
          tx,
        )
        const reached: number[] = []
        for (const meter of metersByType.get(device.deviceType)!)
          reached.push(...(await bookMeter(tx, device, meter, day)))
        if (reached.length > 0)
          await announce(tx, {
            tenant,
            resource: batch.name,
            ids: [...new Set(reached)],
            kind: 'updated',
          })
      })
  }
}
export const watchMeters = (db: Database, report: (error: unknown) => void) =>
  everySoOften(
    everyMs,
    () => eachTenant(db, 'water and power', (tenant) => bookMeters(db, tenant)),
    report,
  )
