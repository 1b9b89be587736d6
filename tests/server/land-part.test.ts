import { expect, test } from 'vitest'
import type { Entity } from '#contract/entity.ts'
import { landParts } from '#contract/farm/land-part.ts'
import { land } from '#contract/farm/land.ts'
import { variety } from '#contract/farm/crop.ts'
import { batchAhead, landHistory, unboundLand, batchMoves } from '#contract/planting/batch-calls.ts'
import { batch } from '#contract/planting/batch.ts'
import { splitBatch } from '#contract/planting/family-calls.ts'
import { taskRepeat } from '#contract/work/task-repeat.ts'
import { task } from '#contract/work/task.ts'
import { callOf } from '#contract/entity-calls.ts'
import { makeDue } from '#server/modules/work/repeats.ts'
import { untyped } from '#server/demo/client.ts'
import { oneStore } from './ground.ts'
import { unique } from './harness.ts'
import { make, sample, type Made } from './samples.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const { admin } = mine
/** Changes a record as a form does: what it may write goes along as it stands. */
const edit = async (entity: Entity, id: number, changes: object) => {
  const row = await admin.call<Made>(entity.api.show!.replace('{id}', String(id)))
  const kept = Object.entries(entity.fields).flatMap(([name, { readonly, kind: of }]) =>
    readonly || of === 'lines' || row[name] === undefined ? [] : [[name, row[name]]],
  )
  return admin.send(entity.api.edit!, {
    ...Object.fromEntries(kept),
    id,
    objectVersionNumber: row.objectVersionNumber,
    ...changes,
  })
}
const house = async () => {
  const { id } = await make(land, admin)
  const answer = await edit(land, id, {
    acreage: 10,
    parts: [
      { name: '东床', acreage: 3 },
      { name: '西床', acreage: 4 },
    ],
  })
  return answer.json<Made & { areaId: number; landName: string }>()
}
const kind = (await make(variety, admin)).id
const planted = async (plot: Made, parts: string[], more: object = {}) =>
  admin.send(
    callOf(batch, 'create'),
    untyped({
      batchName: unique('批'),
      areaId: plot.areaId,
      landIds: [plot.id],
      parts: parts.map((part) => ({ landId: plot.id, part })),
      varietyId: kind,
      plantedOn: day(),
      expectedHarvestOn: day(60),
      ...more,
    }),
  )
const fieldOf = async (answer: ReturnType<typeof planted>) =>
  (await answer).json<{ fields?: Record<string, string> }>().fields

test('two batches stand on one plot at a time where they have different parts of it', async () => {
  const plot = await house()
  const first = (await planted(plot, ['东床'])).json<Made>()
  // Its area is that of its parts.
  expect(first).toMatchObject({ plantedArea: 3, parts: [{ landId: plot.id, part: '东床' }] })
  expect(await fieldOf(planted(plot, ['东床', '西床']))).toMatchObject({
    landIds: expect.stringContaining(String(first.batchName)),
  })
  expect(await fieldOf(planted(plot, []))).toHaveProperty('landIds')
  const unbound = async () =>
    (await admin.call(unboundLand, { id: 0, areaId: plot.areaId, from: day(), to: day(5) })).some(
      ({ id }) => id === plot.id,
    )
  expect(await unbound()).toBe(true)
  const ahead = await admin.call(batchAhead, {
    landIds: String(plot.id),
    parts: `${plot.id}:西床`,
    plantedOn: day(),
    expectedHarvestOn: day(60),
  })
  expect(ahead).toMatchObject({ acreage: 4, taken: [] })
  const second = (await planted(plot, ['西床'])).json<Made>()
  expect(second.plantedArea).toBe(4)
  expect(await unbound()).toBe(false)
  expect(await fieldOf(planted(plot, ['西床'], { sharedFlag: 1 }))).toHaveProperty('landIds')
  const history = await admin.call(landHistory, { id: plot.id })
  expect(history.map(({ id, parts }) => [id, parts])).toEqual([
    [second.id, ['西床']],
    [first.id, ['东床']],
  ])
  await admin.call(batchMoves.start, { id: first.id, plantedOn: day() })
  expect((await admin.call(callOf(land, 'show'), { id: plot.id })).usedBy).toBe(
    `${String(first.batchName)} (东床)`,
  )
  // All of it asked for later is refused by the other.
  expect(
    (await edit(batch, first.id, { parts: [] })).json<{ fields: object }>().fields,
  ).toHaveProperty('landIds')
})

test('what a plot has not, or is not of the record, is refused', async () => {
  const [plot, other] = [await house(), await house()]
  expect(await fieldOf(planted(plot, ['北床']))).toEqual({
    parts: `“${plot.landName}”没有划分“北床”`,
  })
  expect(
    await fieldOf(planted(plot, [], { parts: [{ landId: other.id, part: '东床' }] })),
  ).toHaveProperty('parts')
  const made = await farm.task({
    areaId: plot.areaId,
    landIds: [plot.id],
    parts: [{ landId: plot.id, part: '东床' }],
  })
  expect(made).toMatchObject({
    parts: [{ landId: plot.id, part: '东床', landIdName: plot.landName }],
  })
  expect(
    (
      await admin.send(callOf(task, 'create'), {
        ...(await sample(task, admin)),
        parts: [{ landId: other.id, part: '东床' }],
      })
    ).json<{ fields: object }>().fields,
  ).toHaveProperty('parts')
  // Without the plot its part goes too.
  const without = (await edit(task, made.id, { landIds: [] })).json()
  expect(without).toMatchObject({ landIds: [], parts: [] })
})

test('a part that something under way has stays, and the parts are no more than the plot', async () => {
  const plot = await house()
  const made = (await planted(plot, ['东床'])).json<Made>()
  const divided = (parts: object[]) => edit(land, plot.id, { parts })
  const said = async (parts: object[]) =>
    (await divided(parts)).json<{ fields?: { parts?: string } }>().fields?.parts
  expect(await said([{ name: '西床' }])).toContain(String(made.batchName))
  expect(await said([{ name: '东床' }, { name: '东床' }])).toContain('重复')
  expect(
    await said([
      { name: '东床', acreage: 6 },
      { name: '西床', acreage: 5 },
    ]),
  ).toContain('10')
  expect((await divided([{ name: '东床', acreage: 5 }])).statusCode).toBe(200)
  expect(await admin.call(landParts, { landIds: String(plot.id) })).toEqual([
    { landId: plot.id, landName: plot.landName, parts: [{ name: '东床', acreage: 5 }] },
  ])
})

test('what a batch is split into keeps the parts of its plots', async () => {
  const plot = await house()
  const other = await make(land, admin)
  await edit(land, other.id, { areaId: plot.areaId })
  const whole = (await planted(plot, ['东床'], { landIds: [plot.id, other.id] })).json<Made>()
  await admin.call(batchMoves.start, { id: whole.id, plantedOn: day() })
  const { ids } = await admin.call(splitBatch, {
    id: whole.id,
    parts: [plot, other].map(({ id }) => ({ batchName: unique('分'), landIds: [id] })),
  })
  const children = await Promise.all(ids.map((id) => admin.call(callOf(batch, 'show'), { id })))
  expect(children.map(({ parts }) => parts)).toEqual([
    [{ landId: plot.id, part: '东床', landIdName: plot.landName }],
    [],
  ])
})

test('the tasks of a recurring one are for the parts that it names', async () => {
  const plot = await house()
  const title = unique('周')
  const body = {
    ...(await sample(taskRepeat, admin)),
    title,
    areaId: plot.areaId,
    landIds: [plot.id],
    batchId: null,
    period: 'day' as const,
    startsOn: day(),
  }
  const none = await admin.send(
    callOf(taskRepeat, 'create'),
    untyped({
      ...body,
      parts: [{ landId: plot.id, part: '南床' }],
    }),
  )
  expect(none.json()).toMatchObject({ fields: { parts: expect.stringContaining('南床') } })
  const made = await admin.call(callOf(taskRepeat, 'create'), {
    ...body,
    parts: [{ landId: plot.id, part: '西床' }],
  })
  expect(made.parts).toEqual([{ landId: plot.id, landIdName: plot.landName, part: '西床' }])
  const divided = await edit(land, plot.id, { parts: [{ name: '东床' }] })
  expect(divided.json()).toMatchObject({ fields: { parts: expect.stringContaining(title) } })
  await makeDue(app)
  const { content } = await admin.call(callOf(task, 'list'), { title })
  const [given] = content
  expect(await admin.call(callOf(task, 'show'), { id: given!.id })).toMatchObject({
    parts: [{ landId: plot.id, part: '西床' }],
  })
})
