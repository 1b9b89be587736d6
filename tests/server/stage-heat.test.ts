import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { crop, variety } from '#contract/farm/crop.ts'
import { batch } from '#contract/planting/batch.ts'
import {
  begunStages,
  dayAfter,
  movedStages,
  stageOn,
  stagesFrom,
} from '#contract/planting/stages.ts'
import { land } from '#contract/farm/land.ts'
import { area } from '#contract/farm/area.ts'
import { batchFigures } from '#contract/planting/batch-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { warmthOf } from '#server/modules/planting/engine/heat.ts'
import { reckonStages } from '#server/modules/planting/engine/reckon-stages.ts'
import { newDevice } from './devices.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { raiseRights } from '#server/db/rights.ts'
import { newMember } from './harness.ts'
import { inDays, oneField, today } from './planting-ground.ts'
import type { Made } from './samples.ts'

const { app, mine, areaId, cropId, newPlot, plant, shown, move } = await oneField()
const heated = [
  { name: '苗期', days: 20, heatUnits: 100 },
  { name: '开花期', days: 15, heatUnits: 150 },
  { name: '结果期', days: 25 },
]
const cropShown = () => mine.admin.call(callOf(crop, 'show'), { id: cropId })
/** The crop with other stages, as somebody edits it. */
async function say(more: Record<string, unknown>, who: Client = mine.admin) {
  const { id, objectVersionNumber, ...rest } = await cropShown()
  const names = Object.keys(crop.fields).filter((name) => name !== 'id')
  const values = Object.fromEntries(names.map((name) => [name, rest[name as keyof typeof rest]]))
  return who.send(callOf(crop, 'edit'), untyped({ id, objectVersionNumber, ...values, ...more }))
}
/** Days that a device measured in the air, each from `low` to `high`. */
const measure = (device: number, days: readonly number[], low: number, high: number) =>
  app.db.write(mine.id, (tx) =>
    sql`insert into telemetry_day (tenant_id, device_id, metric, at, count, min, max, sum, first_at, first, last_at, last)
      select furrow_tenant(), ${device}, 'airTemperature', d.day::date::timestamp at time zone t.time_zone, 2, ${low}, ${high}, ${low + high}, now(), ${low}, now(), ${high}
      from tenant t, unnest(${days.map((one) => inDays(one))}::text[]) as d(day) where t.id = furrow_tenant()
      on conflict do nothing`.execute(tx),
  )
const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_one, at) => from + at)
async function grown(plantedIn: number): Promise<number> {
  const plot = await newPlot()
  const { id } = (await plant([plot.id], { plantedOn: inDays(plantedIn) })) as never as Made
  await move(id, 'start', { plantedOn: inDays(plantedIn) })
  return id
}

test('without heat units, or without a station, a stage goes by days', async () => {
  const id = await grown(-22)
  expect(await shown(id)).toMatchObject({
    stage: '开花期',
    stageBy: 'days',
    stageHeat: null,
    nextStage: '结果期',
    nextStageOn: inDays(13),
  })
  expect(
    (await say({ stages: heated, baseTemperature: 10, upperTemperature: 35 })).statusCode,
  ).toBe(200)
  await reckonStages(app.db, mine.id)
  expect(await shown(id)).toMatchObject({ stage: '开花期', stageBy: 'days', stageHeat: null })
})

test('with both it goes by the warmth since planting; what is seen by hand goes before', async () => {
  const station = await newDevice(mine.admin, 'gateway_weather', { areaId })
  const id = await grown(-12)
  expect(await shown(id)).toMatchObject({ stage: '苗期', stageBy: 'days' })
  // 10 to 30 °C, above 10 °C: 10 °C·d a day.
  await measure(station.id, span(-13, -1), 10, 30)
  await reckonStages(app.db, mine.id)
  const stands = await shown(id)
  // A hundred came together in ten days; the next began on the day after.
  expect(stands).toMatchObject({
    stage: '开花期',
    stageBy: 'heat',
    stageHeat: 20,
    stageHeatUnits: 150,
    nextStage: '结果期',
    nextStageOn: inDays(13),
  })
  // Reckoning changes nothing that its reader would have to hear of before they change something.
  const before = stands.objectVersionNumber
  const unseen = await mine.admin.call(batchFigures, { id })
  expect(unseen.stages.map(({ startsOn, by, guessed }) => [startsOn, by, guessed])).toEqual([
    [inDays(-12), 'heat', 0],
    [inDays(-2), 'heat', 0],
    [inDays(13), 'heat', 0],
  ])
  const seen = await move(id, 'correctStage', {
    place: 1,
    startsOn: inDays(-5),
    objectVersionNumber: before,
  })
  expect(seen.status).toBe(200)
  expect(await shown(id)).toMatchObject({
    stage: '开花期',
    stageBy: 'hand',
    stageHeat: 50,
    nextStageOn: inDays(10),
  })
  // Even where warmth says that it is further.
  await move(id, 'correctStage', { place: 0, startsOn: today })
  await reckonStages(app.db, mine.id)
  expect(await shown(id)).toMatchObject({ stage: '苗期', stageBy: 'hand', stageHeat: 0 })
})

test('a crop that takes other warmth says so to what grows of it, and the list finds it', async () => {
  const id = await grown(-12)
  expect(await shown(id)).toMatchObject({ stage: '开花期', stageBy: 'heat', stageHeat: 20 })
  const more = heated.map((one) => ({ ...one, heatUnits: one.heatUnits ? 500 : null }))
  await say({ stages: more })
  expect(await shown(id)).toMatchObject({ stage: '苗期', stageHeat: 120, stageHeatUnits: 500 })
  const { content } = await mine.admin.call(callOf(batch, 'list'), {
    stageBy: 'heat',
  })
  expect(content.map((one) => one.id)).toContain(id)
  await say({ stages: heated })
  // Said by somebody who sees no batch of it, it is heard of when days are reckoned next.
  const elsewhereOnly = await newMember(app, mine, [crop.permissions.list, crop.permissions.edit])
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[]}::bigint[]
      where account_id = ${elsewhereOnly.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect((await say({ stages: more }, elsewhereOnly)).statusCode).toBe(200)
  expect(await shown(id)).toMatchObject({ stage: '开花期' })
  await app.db.write(mine.id, (tx) => sql`update batch set stages_on = null`.execute(tx))
  await reckonStages(app.db, mine.id)
  expect(await shown(id)).toMatchObject({ stage: '苗期', stageHeatUnits: 500 })
  await say({ stages: heated })
  // A base without a station has its batches go by days.
  const elsewhere = await mine.admin.call(callOf(area, 'create'), {
    areaName: '无站基地',
    enabledFlag: 1,
  })
  const plot = await mine.admin.call(callOf(land, 'create'), {
    landName: '无站地块',
    areaId: elsewhere.id,
  })
  const far = (await plant([plot.id], {
    areaId: elsewhere.id,
    plantedOn: inDays(-12),
  })) as never as Made
  await move(far.id, 'start', { plantedOn: inDays(-12) })
  expect(await shown(far.id)).toMatchObject({ stage: '苗期', stageBy: 'days' })
})

test('what has begun stays begun when the station falls silent, or says later that it was cooler', async () => {
  const id = await grown(-10)
  expect(await shown(id)).toMatchObject({ stage: '开花期', stageBy: 'heat', stageHeat: 0 })
  const version = (await shown(id)).objectVersionNumber
  const reckonedAnew = async (what: ReturnType<typeof sql>) => {
    await app.db.write(mine.id, async (tx) => {
      await what.execute(tx)
      await sql`update batch set stages_on = null where id = ${id}`.execute(tx)
    })
    await reckonStages(app.db, mine.id)
    return shown(id)
  }
  const cooler = await reckonedAnew(
    sql`update telemetry_day set max = 22 where metric = 'airTemperature'`,
  )
  expect(cooler).toMatchObject({ stage: '开花期', stageBy: 'heat', objectVersionNumber: version })
  const silent = await reckonedAnew(sql`delete from telemetry_day where metric = 'airTemperature'`)
  expect(silent).toMatchObject({ stage: '开花期', stageBy: 'heat', stageHeatUnits: 150 })
})

test('limits that cross are refused at the stages', async () => {
  const answer = await say({
    stages: [{ ...heated[0]!, airTemperatureMin: 20, airTemperatureMax: 20 }],
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().fields.stages).toContain('苗期')
  const fine = await say({
    stages: [{ ...heated[0]!, airTemperatureMin: 20, soilMoistureMax: 5 }, ...heated.slice(1)],
  })
  expect(fine.statusCode).toBe(200)
})

const first = '2026-03-01'
const at = (days: number) => dayAfter(first, days)
const measured = (days: readonly number[], warmth: (day: number) => number) =>
  days.map((day) => ({ day: at(day), warmth: warmth(day) }))
const plain = [
  { name: 'a', days: 10, heatUnits: 100 },
  { name: 'b', days: 10, heatUnits: 100 },
]

test('days without data count as the ten measured before, and nothing jumps when it speaks again', () => {
  const cool = measured(span(0, 9), () => 6)
  const starts = (list: ReturnType<typeof measured>, day: number) =>
    stagesFrom(plain, first, warmthOf(list, at(day))).map(({ startsOn }) => startsOn)
  // Silent since the tenth day: 60 came, and 6 a day go on coming.
  const silent = span(10, 40).map((day) => {
    const stages = stagesFrom(plain, first, warmthOf(cool, at(day)))
    return [stageOn(stages, at(day)), stages[0]!.guessed]
  })
  expect(silent[0]).toEqual([0, 0])
  expect(silent[6]).toEqual([0, 6])
  expect(silent[7]).toEqual([1, 7])
  // A place that was reached is not left again, however warm it is when the station speaks again.
  const places = silent.map(([place]) => place!)
  expect(places).toEqual(places.toSorted())
  for (const warmth of [0, 25]) {
    const speaks = [...cool, ...measured(span(20, 24), () => warmth)]
    expect(starts(speaks, 25)[1]).toBe(starts(cool, 20)[1])
  }
  // Before the first measured day, those measured first stand for it.
  expect(
    starts(
      measured(span(5, 14), () => 10),
      15,
    )[1],
  ).toBe(at(10))
})

test('what is to come never begins tomorrow, and in the cold it goes at the pace of its days', () => {
  for (let day = 1; day < 60; day++) {
    const list = measured(span(0, day - 1), (one) => 4 + (one % 5))
    const stages = stagesFrom(plain, first, warmthOf(list, at(day)))
    const tomorrow = at(day + 1)
    expect(stages.every(({ startsOn }) => startsOn !== tomorrow)).toBe(true)
    // So it stands tomorrow, before anybody reckons, where it stands today.
    expect(stageOn(stages, tomorrow)).toBe(stageOn(stages, at(day)))
  }
  const cold = stagesFrom(
    plain,
    first,
    warmthOf(
      measured(span(0, 4), () => 0),
      at(5),
    ),
  )
  expect(cold[1]!.startsOn).toBe(at(15))
  expect(cold[0]!.heat).toBe(0)
})

test('a stage that has begun has begun, when late values say that it was cooler', () => {
  const warm = warmthOf(
    measured(span(0, 12), () => 8),
    at(13),
  )!
  const before = movedStages(stagesFrom(plain, first, warm), first, warm)
  expect(before[1]!.startsOn).toBe(at(13))
  const cooler = warmthOf(
    measured(span(0, 12), () => 7),
    at(13),
  )!
  const after = movedStages(before, first, cooler)
  expect(after[1]!.startsOn > at(13)).toBe(true)
  const kept = begunStages(before, after, cooler)
  expect(kept[1]).toMatchObject({ startsOn: at(13), by: 'heat', heat: 0 })
  expect(kept[0]).toMatchObject({ heat: 91 })
})

test('a variety that takes more warmth than its crop says goes by its own', async () => {
  const station = await newDevice(mine.admin, 'gateway_weather', { areaId })
  await measure(station.id, span(-13, -1), 10, 30)
  const id = await grown(-12)
  await reckonStages(app.db, mine.id)
  const { varietyId, stageHeatUnits } = await shown(id)
  expect(stageHeatUnits).not.toBeNull()
  const edit = async (stageHeat: object[]) => {
    const { name, cropId, objectVersionNumber } = await mine.admin.call(callOf(variety, 'show'), {
      id: varietyId,
    })
    return mine.admin.send(
      callOf(variety, 'edit'),
      untyped({
        id: varietyId,
        name,
        cropId,
        objectVersionNumber,
        stageHeat,
      }),
    )
  }
  const first = ((await cropShown()).stages as { name: string }[])[0]!.name
  expect((await edit([{ stage: '没有的', heatUnits: 5 }])).json()).toMatchObject({
    fields: { stageHeat: expect.stringContaining('没有的') },
  })
  expect(
    (
      await edit([
        { stage: first, heatUnits: 5 },
        { stage: first, heatUnits: 6 },
      ])
    ).statusCode,
  ).toBe(422)
  expect((await edit([{ stage: first, heatUnits: 9000 }])).statusCode).toBe(200)
  // It grows already, and is still in the stage that takes so much.
  expect(await shown(id)).toMatchObject({ stage: first, stageBy: 'heat', stageHeatUnits: 9000 })
  expect((await edit([])).statusCode).toBe(200)
  expect((await shown(id)).stageHeatUnits).toBe(stageHeatUnits)
})
