import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import { crop, variety } from '#contract/farm/crop.ts'
import { land } from '#contract/farm/land.ts'
import { batch, batchState } from '#contract/planting/batch.ts'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import {
  batchFigures,
  unboundLand,
  landHistory,
  batchPlan,
  batchAhead,
  batchTimeline,
  keepBatchFact,
  reverseBatchFact,
} from '#contract/planting/batch-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { newMember, unique } from './harness.ts'
import { inDays, oneField, today } from './planting-ground.ts'
import { make, sample, type Made } from './samples.ts'

const { app, mine, areaId, cropId: own, varietyId, newPlot, plant, shown, move } = await oneField()
const plotShown = (id: number) => mine.admin.call(callOf(land, 'show'), { id })
const figures = (id: number) => mine.admin.call(batchFigures, { id })

test('what is left empty follows from variety, plots and day', async () => {
  const [a, b] = [await newPlot(4), await newPlot(2.5)]
  const made = await plant([a.id, b.id], { plantedOn: inDays(-3) })
  expect(made).toMatchObject({
    status: 200,
    plantedArea: 6.5,
    expectedYield: 3250,
    expectedHarvestOn: inDays(57),
    state: batchState.planned,
    realYield: null,
    cost: null,
  })
  const code = /^B\d{6}\d{3}$/
  const { batchCode } = made as unknown as { batchCode: string }
  expect(batchCode).toMatch(code)
  expect(batchCode.slice(1, 7)).toBe(today.replaceAll('-', '').slice(2))
  const own = await plant([a.id], {
    plantedOn: inDays(200),
    batchCode: unique('X'),
    plantedArea: 1.5,
    expectedYield: 100,
    expectedHarvestOn: inDays(230),
  })
  expect(own).toMatchObject({
    plantedArea: 1.5,
    expectedYield: 100,
    expectedHarvestOn: inDays(230),
  })
  const above = await plant([a.id], { plantedOn: inDays(400), plantedArea: 4.01 })
  expect(above).toMatchObject({
    status: 422,
    fields: { plantedArea: expect.stringContaining('4') },
  })
  const early = await plant([a.id], { expectedHarvestOn: inDays(-31) })
  expect(early.fields).toHaveProperty('expectedHarvestOn')
})

test('numbers are each given once, however many are made at the same moment', async () => {
  const plots = await Promise.all(Array.from({ length: 6 }, () => newPlot()))
  const made = await Promise.all(plots.map(({ id }) => plant([id])))
  expect(made.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(new Set(made.map((one) => (one as never as Made).batchCode)).size).toBe(6)
})

test('of many who want a plot at the same time one gets it, and the others are told who has it', async () => {
  const { id } = await newPlot()
  const other = await newPlot()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_one, at) =>
      plant(at % 2 ? [id, other.id] : [other.id, id], { batchName: `同时 ${at}` }),
    ),
  )
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length).toBe(1)
  const { batchName } = won[0] as never as { batchName: string }
  for (const { fields } of answers.filter(({ status }) => status === 422))
    expect(fields!.landIds).toContain(batchName)
})

test('two share a plot only if both say so; before and after, it is free', async () => {
  const { id } = await newPlot()
  const first = (await plant([id], { sharedFlag: 1 })) as never as Made
  expect((await plant([id])).status).toBe(422)
  expect((await plant([id], { sharedFlag: 1 })).status).toBe(200)
  expect(
    (await plant([id], { plantedOn: inDays(-100), expectedHarvestOn: inDays(-30) })).status,
  ).toBe(200)
  expect((await plant([id], { plantedOn: inDays(29) })).status).toBe(422)
  expect((await plant([id], { plantedOn: inDays(30) })).status).toBe(200)
  // It does not stand in its own way, and may not stop sharing while the other stands there.
  const { objectVersionNumber } = await shown(first.id)
  const body = { batchName: '改', areaId, landIds: [id], varietyId, plantedOn: inDays(-30) }
  const edit = (sharedFlag: number) =>
    mine.admin.send(
      callOf(batch, 'edit'),
      untyped({ ...body, id: first.id, objectVersionNumber, sharedFlag }),
    )
  expect((await edit(0)).statusCode).toBe(422)
  expect((await edit(1)).statusCode).toBe(200)
  const english = await plant([id], {}, 'en-US')
  expect(english.fields!.landIds).toMatch(/in use by batch/)
})

test('a batch that is late has its plots still, one that is over leaves them', async () => {
  const { id } = await newPlot()
  const late = (await plant([id], {
    plantedOn: inDays(-90),
    expectedHarvestOn: inDays(-20),
  })) as never as Made
  await move(late.id, 'start', { plantedOn: inDays(-90) })
  expect((await plant([id], { plantedOn: today })).status).toBe(422)
  await move(late.id, 'finish', { finishedOn: inDays(-1), realYield: 10 })
  expect((await plant([id], { plantedOn: today })).status).toBe(200)
  const { id: other } = await newPlot()
  const ended = (await plant([other])) as never as Made
  await move(ended.id, 'end', { endReason: '种苗未到' })
  expect((await plant([other])).status).toBe(200)
})

test('from plan to end: each day is said, what follows moves along', async () => {
  const plot = await newPlot()
  const { id } = (await plant([plot.id], { plantedOn: inDays(-30) })) as never as Made
  expect(await plotShown(plot.id)).toMatchObject({ useState: 'free' })
  expect((await move(id, 'harvest')).status).toBe(409)
  expect((await move(id, 'start', { plantedOn: inDays(1) })).fields).toHaveProperty('plantedOn')
  await move(id, 'start', { plantedOn: inDays(-28) })
  const grows = await shown(id)
  expect(grows).toMatchObject({
    state: batchState.growing,
    plantedOn: inDays(-28),
    expectedHarvestOn: inDays(32),
    stage: '开花期',
  })
  expect(await plotShown(plot.id)).toMatchObject({
    useState: 'used',
    usedBy: expect.stringContaining(String(grows.batchName)),
  })
  await move(id, 'correctStage', { place: 2, startsOn: inDays(-2), note: '见果早' })
  expect((await shown(id)).stage).toBe('结果期')
  expect((await figures(id)).stages).toMatchObject([
    { startsOn: inDays(-28) },
    { startsOn: inDays(-8) },
    { startsOn: inDays(-2), correctedFlag: 1, note: '见果早' },
  ])
  expect((await move(id, 'correctStage', { place: 3, startsOn: today })).fields).toHaveProperty(
    'place',
  )
  await move(id, 'harvest')
  expect((await move(id, 'edit', {})).status).toBe(400)
  expect(
    (await move(id, 'finish', { finishedOn: inDays(-29), realYield: 1 })).fields,
  ).toHaveProperty('finishedOn')
  const stale = await move(id, 'finish', {
    finishedOn: today,
    realYield: 1,
    objectVersionNumber: 1,
  })
  expect([stale.status, stale.code]).toEqual([409, 'error.optimistic_lock'])
  await move(id, 'finish', { finishedOn: today, realYield: 1875.5 })
  expect(await shown(id)).toMatchObject({
    state: batchState.finished,
    realYield: 1875.5,
    finishedOn: today,
    stage: null,
  })
})

test('a plot is free for a batch by its days, and tells what grew on it', async () => {
  const { id: baseId } = await make((await import('#contract/farm/area.ts')).area, mine.admin)
  const plotAt = async () =>
    mine.admin.call(callOf(land, 'create'), {
      landName: unique('地块'),
      areaId: baseId,
      enabledFlag: 1,
    })
  const [a, b] = [await plotAt(), await plotAt()]
  const { id } = (await plant([a.id], { areaId: baseId })) as never as Made
  const unbound = (of: number, query: { areaId?: number; from?: string } = {}) =>
    mine.admin.call(unboundLand, { id: of, ...query })
  expect((await unbound(id)).map((one) => [one.id, one.bound])).toEqual(
    expect.arrayContaining([
      [a.id, true],
      [b.id, false],
    ]),
  )
  const base = { areaId: baseId }
  expect((await unbound(0, { ...base, from: today })).map((one) => one.id)).toEqual([b.id])
  expect((await unbound(0, { ...base, from: inDays(30) })).length).toBe(2)
  expect(await mine.admin.call(landHistory, { id: a.id })).toMatchObject([
    { id, varietyName: expect.any(String), cropName: expect.any(String) },
  ])
  expect((await mine.admin.call(batchPlan, base)).map((one) => one.id)).toEqual([id])
})

test('the same family on the same plot within two years is warned of, and allowed', async () => {
  const plot = await newPlot()
  const past = (await plant([plot.id], { plantedOn: inDays(-200) })) as never as Made
  await move(past.id, 'start', { plantedOn: inDays(-200) })
  await move(past.id, 'finish', { finishedOn: inDays(-120), realYield: 1 })
  const ahead = (of: number) =>
    mine.admin.call(batchAhead, { varietyId: of, landIds: String(plot.id), plantedOn: today })
  const { id: cropId } = await mine.admin.call(callOf(crop, 'create'), {
    ...(await sample(crop, mine.admin)),
    category: 'grain',
  })
  const other = await mine.admin.call(callOf(variety, 'create'), {
    ...(await sample(variety, mine.admin)),
    cropId,
  })
  expect(await ahead(varietyId)).toMatchObject({
    acreage: 4,
    taken: [],
    rotation: [{ batchName: expect.any(String) }],
  })
  expect((await ahead(other.id)).rotation).toEqual([])
  // Another crop of its family, for as long as that keeps away from its kin; the crop itself without any.
  const say = (of: number, family: string | null, years: number | null) =>
    app.db.write(mine.id, (tx) =>
      sql`update crop set family = ${family}, rotation_years = ${years} where id = ${of}`.execute(
        tx,
      ),
    )
  await say(own, 'solanaceae', null)
  await say(cropId, 'solanaceae', null)
  expect((await ahead(other.id)).rotation).toMatchObject([{ years: 2 }])
  await say(cropId, 'solanaceae', 0)
  expect((await ahead(other.id)).rotation).toEqual([])
  await say(cropId, 'fabaceae', 5)
  expect((await ahead(other.id)).rotation).toEqual([])
  await say(own, null, null)
  expect((await ahead(varietyId)).rotation).toMatchObject([{ years: 2 }])
  expect((await plant([plot.id])).status).toBe(200)
})

test('a plot that a batch names is not deleted, and a batch that comes back asks for its plots', async () => {
  const plot = await newPlot()
  const made = (await plant([plot.id])) as never as Made
  const gone = await mine.admin.send(callOf(land, 'delete'), { id: plot.id })
  expect([gone.statusCode, gone.json().code]).toEqual([422, 'error.data_in_use'])
  await mine.admin.call(callOf(batch, 'delete'), { id: made.id })
  const second = (await plant([plot.id])) as never as Made
  const back = () => mine.admin.send(restoreRecord, { entity: 'batch', recordId: made.id })
  expect((await back()).statusCode).toBe(422)
  await mine.admin.call(callOf(batch, 'delete'), { id: second.id })
  expect((await back()).statusCode).toBeLessThan(300)
})

test('what a batch cost is told to holders of the code alone', async () => {
  const plot = await newPlot()
  const { id } = (await plant([plot.id])) as never as Made
  const looks = await newMember(app, mine, [batch.permissions.list])
  expect(await looks.call(callOf(batch, 'show'), { id })).not.toHaveProperty('cost')
  expect(await looks.call(batchFigures, { id })).not.toHaveProperty('costs')
})

test('costs and yields by hand add up, and are taken back once', async () => {
  const plot = await newPlot()
  const { id } = (await plant([plot.id])) as never as Made
  const keep = (more: Record<string, unknown>, who = mine.admin) =>
    who.send(keepBatchFact, { id, kind: 'input', title: '复合肥', occurredOn: today, ...more })
  expect((await keep({ amount: 120.5, quantity: 50, unitName: 'kg' })).statusCode).toBe(200)
  expect((await keep({ kind: 'yield', quantity: 300 })).json()).toMatchObject({
    cost: 120.5,
    realYield: 300,
  })
  expect((await keep({ occurredOn: inDays(1) })).json().fields).toHaveProperty('occurredOn')
  const writes = await newMember(app, mine, [batch.permissions.list, batch.permissions.fact])
  expect((await keep({ amount: 1 }, writes)).statusCode).toBe(403)
  expect((await keep({ quantity: 2 }, writes)).statusCode).toBe(200)
  const { events } = await mine.admin.call(batchTimeline, { id, kind: 'fact' })
  const weighed = events.find(({ detail }) => detail?.fact === 'yield')!
  expect(weighed.detail!.isOpen).toBe(true)
  const back = () => mine.admin.send(reverseBatchFact, { id, factId: weighed.id })
  expect((await back()).json()).toMatchObject({ realYield: 0, cost: 120.5 })
  expect((await back()).json().code).toBe('batch.not_open')
  // Finished with another total than was weighed: the difference is kept.
  await move(id, 'start', { plantedOn: inDays(-30) })
  await keep({ kind: 'yield', quantity: 700 })
  await move(id, 'finish', { finishedOn: today, realYield: 650 })
  expect(await shown(id)).toMatchObject({ realYield: 650 })
})
