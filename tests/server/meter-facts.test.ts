import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { variety } from '#contract/farm/crop.ts'
import { land } from '#contract/farm/land.ts'
import { batch } from '#contract/planting/batch.ts'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { batchFigures, batchMoves } from '#contract/planting/batch-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { rows } from '#server/db/database.ts'
import { bookMeters } from '#server/modules/planting/meters.ts'
import { connect, newDevice, report, type Field } from './devices.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'
import { make, type Made } from './samples.ts'
import { day, Store } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine } = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 } })
const { admin } = mine
const hourMs = 3_600_000
/** As `day`, but that a day is over an hour after it: meters wait so long for what comes late. */
const over = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
    Date.now() - hourMs + days * 24 * hourMs,
  )
/** Where such a day begins on the tenant's clock. */
const midnight = (days: number) => Date.parse(`${over(days)}T00:00:00+08:00`)

/** What a device says of the past, at once. */
async function said(device: Field, metric: string, values: readonly [number, number][]) {
  const client = await connect(app, device)
  await report(
    client,
    values.map(([ts, value]) => ({ ts, values: { [metric]: value } })),
  )
  await client.endAsync()
}
const facts = (batchId: number) =>
  app.db.read(mine.id, (tx) =>
    rows<{ kind: string; on: string; quantity: number; amount: number | null }>(
      tx,
      sql`select kind, to_char(occurred_on, 'YYYY-MM-DD') as on, sum(quantity)::float8 as quantity, sum(amount)::float8 as amount from batch_fact
        where batch_id = ${batchId} and source_kind = 'meter' group by 1, 2 having sum(quantity) <> 0 order by 1, 2`,
    ),
  )
async function field() {
  const plot = (await make(land, admin)) as Made & { areaId: number }
  const base = await admin.call(callOf(area, 'show'), { id: plot.areaId })
  const planted = async (plantedOn: string) => {
    const { id } = await admin.call(callOf(batch, 'create'), {
      batchName: unique('批'),
      areaId: plot.areaId,
      landIds: [plot.id],
      varietyId: (await make(variety, admin)).id,
      plantedOn,
      expectedHarvestOn: day(60),
      sharedFlag: 1,
    })
    await admin.call(batchMoves.start, { id, plantedOn })
    return id
  }
  return { plot, base, planted }
}
const priced = (base: Made, waterPrice: number | null, powerPrice: number | null) =>
  admin.call(callOf(area, 'edit'), {
    id: base.id,
    objectVersionNumber: base.objectVersionNumber,
    areaName: String(base.areaName),
    waterPrice,
    powerPrice,
  })

test('what meters on a plot counted on a day is booked to what grew there, once', async () => {
  const { plot, base, planted } = await field()
  await priced(base, 2, 0.6)
  const batchId = await planted(day(-10))
  const at = { areaId: plot.areaId, landId: plot.id, reportMinutes: 30 }
  const power = await newDevice(admin, 'networkPower', at)
  const valve = await newDevice(admin, 'electric_valve', at)
  // 90 at the end of the day before; set back to 0 once on the day itself.
  await said(power, 'energy', [
    [midnight(-1) - hourMs, 90],
    [midnight(-1) + 2 * hourMs, 95],
    [midnight(-1) + 20 * hourMs, 3],
  ])
  // Half an hour of 12 m³ an hour.
  await said(valve, 'flow', [
    [midnight(-1) + 6 * hourMs, 12],
    [midnight(-1) + 6.5 * hourMs, 0],
  ])
  await bookMeters(app.db, mine.id)
  const booked = [
    { kind: 'power', on: over(-1), quantity: 8, amount: 4.8 },
    { kind: 'water', on: over(-1), quantity: 6, amount: 12 },
  ]
  expect(await facts(batchId)).toEqual(booked)
  await Promise.all([bookMeters(app.db, mine.id), bookMeters(app.db, mine.id)])
  expect(await facts(batchId)).toEqual(booked)

  // What comes late takes the day's booking back and books it anew.
  await said(power, 'energy', [[midnight(-1) + 22 * hourMs, 5]])
  await bookMeters(app.db, mine.id)
  const later = [{ kind: 'power', on: over(-1), quantity: 10, amount: 6 }, booked[1]]
  expect(await facts(batchId)).toEqual(later)

  // A device that was deleted and comes back brings nothing twice.
  await admin.call(callOf(deviceEntity, 'delete'), { id: power.id })
  await admin.call(restoreRecord, { entity: 'device', recordId: power.id })
  await bookMeters(app.db, mine.id)
  expect(await facts(batchId)).toEqual(later)
})

test('two batches on a plot share; what stood there later or is priced by nobody costs nothing', async () => {
  const { plot, planted } = await field()
  const [first, second] = [await planted(day(-10)), await planted(day(-9))]
  const power = await newDevice(admin, 'networkPower', { areaId: plot.areaId, landId: plot.id })
  await said(power, 'energy', [
    [midnight(-2) - hourMs, 10],
    [midnight(-2) + hourMs, 20.001],
  ])
  await bookMeters(app.db, mine.id)
  expect([await facts(first), await facts(second)]).toEqual([
    [{ kind: 'power', on: over(-2), quantity: 5.001, amount: null }],
    [{ kind: 'power', on: over(-2), quantity: 5, amount: null }],
  ])
  const bare = await field()
  const later = await bare.planted(day(0))
  const early = await newDevice(admin, 'networkPower', {
    areaId: bare.plot.areaId,
    landId: bare.plot.id,
  })
  await said(early, 'energy', [
    [midnight(-1) - hourMs, 1],
    [midnight(-1) + hourMs, 2],
  ])
  await bookMeters(app.db, mine.id)
  expect(await facts(later)).toEqual([])
})

test('water is charged once: what a report says of a plot whose flow meter reports is only noted', async () => {
  const { plot, base, planted } = await field()
  await priced(base, 2, null)
  const batchId = await planted(day(-10))
  const farm = new Farm(app, mine, new Store(app, mine))
  const leader = await farm.person()
  const dry = (await make(land, admin)) as Made
  await app.db.write(mine.id, (tx) =>
    sql`update land set area_id = ${plot.areaId} where id = ${dry.id}`.execute(tx),
  )
  const watered = async (landIds: readonly number[]) => {
    const { id } = await farm.task({
      areaId: plot.areaId,
      batchId,
      landIds,
      leaderId: leader.workerId,
    })
    await farm.move(leader, id, 'start')
    await farm.move(leader, id, 'finish', {
      hours: [{ workerId: leader.workerId, hours: 1 }],
      waterUsed: 5,
    })
    await farm.move(admin, id, 'adopt')
    return app.db.read(mine.id, (tx) =>
      rows<{ quantity: number; amount: number | null }>(
        tx,
        sql`select quantity::float8 as quantity, amount::float8 as amount from batch_fact
          where batch_id = ${batchId} and kind = 'water' and source_kind = 'task' and source_id = ${id}`,
      ),
    )
  }
  const metered = async () => (await admin.call(batchFigures, { id: batchId })).meteredFlag
  // A valve that says nothing counts nothing: what is reported is charged.
  const valve = await newDevice(admin, 'electric_valve', {
    areaId: plot.areaId,
    landId: plot.id,
    reportMinutes: 30,
  })
  expect([await watered([plot.id]), await metered()]).toEqual([[{ quantity: 5, amount: 10 }], 0])
  await said(valve, 'flow', [
    [midnight(-1) + 6 * hourMs, 12],
    [midnight(-1) + 6.5 * hourMs, 0],
  ])
  await bookMeters(app.db, mine.id)
  expect([await watered([plot.id]), await metered()]).toEqual([[{ quantity: 5, amount: null }], 1])
  // A task that names no plot is about those of its batch; of two plots one is charged.
  expect(await watered([])).toEqual([{ quantity: 5, amount: null }])
  expect(await watered([plot.id, dry.id])).toEqual([{ quantity: 5, amount: 5 }])
  expect(await facts(batchId)).toEqual([{ kind: 'water', on: over(-1), quantity: 6, amount: 12 }])
  // Of ten, twelve by the meter and five.
  const { costs } = await admin.call(batchFigures, { id: batchId })
  expect(costs!.find(({ kind }) => kind === 'water')).toEqual({ kind: 'water', amount: 27 })
})
