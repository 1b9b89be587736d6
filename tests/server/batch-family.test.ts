import { expect, test } from 'vitest'
import { unit } from '#contract/inventory/unit.ts'
import { batch, batchState } from '#contract/planting/batch.ts'
import { sharesOf } from '#contract/planting/shares.ts'
import { task } from '#contract/work/task.ts'
import { mergeBatches } from '#contract/planting/family-calls.ts'
import { batchTimeline } from '#contract/planting/batch-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { keepFacts, reverseFacts } from '#server/modules/planting/engine/facts.ts'
import { familyField, ids, part } from './batch-family-ground.ts'
import { newMember } from './harness.ts'
import { inDays, today } from './planting-ground.ts'
import { editable, make } from './samples.ts'
import { refusal } from './stock.ts'

const field = await familyField()
const { app, mine, newPlot, plant, move, show, growing, spend, undo, family } = field
const { newTask, taskShown } = field

test('shares lose nothing and are the same for the same', () => {
  expect(sharesOf(100, [1, 1, 1], 2)).toEqual([33.34, 33.33, 33.33])
  expect(sharesOf(-100, [1, 1, 1], 2)).toEqual([-33.34, -33.33, -33.33])
  expect(sharesOf(0.01, [0, 3, 4], 2)).toEqual([0, 0, 0.01])
  expect(sharesOf(7, [0, 0], 0)).toEqual([4, 3])
  expect(sharesOf(99_999_999.99, [0.001, 99_999], 2).reduce((a, b) => a + b)).toBeCloseTo(
    99_999_999.99,
    2,
  )
})

test('a batch is split: ground, area, quantity, costs and what is open go to its parts', async () => {
  const whole = await growing([4, 2])
  const [a, b] = whole.landIds as [number, number]
  await spend(whole.id, 100)
  const there = await newTask(whole.id, [b])
  const anywhere = await newTask(whole.id, [])
  const answer = await move(whole.id, 'split', {
    objectVersionNumber: whole.objectVersionNumber,
    parts: [part('东片', [a], 4, 600), part('西片', [b], 2, 400)],
  })
  expect(answer.status).toBe(200)
  const [east, west] = ids(answer) as [number, number]
  expect(await show(whole.id)).toMatchObject({
    state: batchState.split,
    finishedOn: today,
    cost: 0,
  })
  expect(await show(east)).toMatchObject({
    state: batchState.growing,
    plantedOn: inDays(-30),
    plantedArea: 4,
    quantity: 600,
    expectedYield: 2000,
    cost: 66.67,
    stage: '开花期',
    sharedFlag: 0,
  })
  expect(await show(west)).toMatchObject({ plantedArea: 2, expectedYield: 1000, cost: 33.33 })
  expect(await taskShown(there.id)).toMatchObject({ batchId: west })
  expect(await taskShown(anywhere.id)).toMatchObject({ batchId: east })
  // The parts hold the ground, and may be changed there; who saw the task before does not put it back.
  const edited = await refusal(
    mine.admin.send(callOf(batch, 'edit'), editable(batch, await show(east))),
  )
  expect([edited.status, edited.fields]).toEqual([200, undefined])
  const stale = await mine.admin.send(callOf(task, 'edit'), editable(task, there))
  expect(stale.statusCode).toBe(409)
  expect((await plant([a], { plantedOn: inDays(-3) })).fields!.landIds).toContain('东片')
  const part1 = await show(east)
  expect((await move(east, 'correctStage', { place: 2, startsOn: today })).status).toBe(200)
  expect(part1.landIds).toEqual([a])
  const tree = await family(east)
  expect(tree.links).toEqual([
    { parentId: whole.id, childId: east, kind: 'split', happenedOn: today },
  ])
  expect((await family(whole.id)).links.length).toBe(2)
  const { events } = await mine.admin.call(batchTimeline, { id: whole.id, kind: 'state' })
  expect(events[0]!.detail).toMatchObject({ turn: 'splitInto', note: '东片 · 西片' })
})

test('sums that are not kept are refused, with what is left', async () => {
  const whole = await growing([4, 2])
  const [a, b] = whole.landIds as [number, number]
  const refused = async (parts: unknown[], share?: string) =>
    (await move(whole.id, 'split', { parts, share })).fields
  expect((await refused([part('甲', [a], 3, 600), part('乙', [b], 2, 400)]))!.parts).toContain('1')
  expect((await refused([part('甲', [a], 4, 600), part('乙', [b], 2, 300)]))!.parts).toContain(
    '100',
  )
  expect(await refused([part('甲', [a], 4, 600), part('乙', [a], 2, 400)])).toHaveProperty('parts')
  const others = await newPlot(1)
  expect(
    await refused([part('甲', [a, b], 4, 600), part('乙', [others.id], 2, 400)]),
  ).toHaveProperty('parts')
  const bare = await growing([3], { quantity: null })
  const [only] = bare.landIds as [number]
  const halves = [
    { batchName: '上', landIds: [only], plantedArea: 1.5 },
    { batchName: '下', landIds: [only], plantedArea: 1.5 },
  ]
  expect(
    (await move(bare.id, 'split', { parts: halves, share: 'quantity' })).fields,
  ).toHaveProperty('share')
  // On one plot together: they may share it.
  const [upper] = ids(await move(bare.id, 'split', { parts: halves }))
  expect(await show(upper!)).toMatchObject({ sharedFlag: 1, quantity: null })
})

test('several of one variety and base become one, and that is taken back while nothing has happened', async () => {
  const [one, two] = [await growing([4]), await growing([2], { quantity: 50 })]
  await spend(one.id, 10.01)
  await spend(two.id, 20.02)
  const open = await newTask(two.id, two.landIds)
  const merge = () =>
    move(one.id, 'merge', {
      batchName: '合片',
      others: [{ id: two.id, objectVersionNumber: two.objectVersionNumber }],
    })
  const [both] = ids(await merge()) as [number]
  expect(await show(both)).toMatchObject({
    plantedArea: 6,
    quantity: 1050,
    cost: 30.03,
    landIds: [...one.landIds, ...two.landIds],
  })
  expect(await show(one.id)).toMatchObject({ state: batchState.merged, cost: 0 })
  expect(await taskShown(open.id)).toMatchObject({ batchId: both })
  expect((await family(both)).undo).toEqual({ kind: 'merge', openFlag: 1 })
  expect((await undo(both)).status).toBe(200)
  expect(await show(one.id)).toMatchObject({
    state: batchState.growing,
    cost: 10.01,
    finishedOn: null,
  })
  expect(await show(two.id)).toMatchObject({ state: batchState.growing, cost: 20.02 })
  expect(await show(both)).toMatchObject({ state: batchState.ended, endReason: '记错了', cost: 0 })
  expect(await taskShown(open.id)).toMatchObject({ batchId: two.id })
  expect((await family(both)).links).toEqual([])
  expect((await undo(both)).status).toBe(404)
})

test('what is being harvested is split as well, and stays so', async () => {
  const whole = await growing([4, 2])
  await move(whole.id, 'harvest')
  await spend(whole.id, 0, { kind: 'yield', title: '采收', amount: null, quantity: 10 })
  await spend(whole.id, 7, { kind: 'income', title: '卖菜' })
  const [a, b] = whole.landIds as [number, number]
  const [east] = ids(
    await move(whole.id, 'split', { parts: [part('东', [a], 4, 600), part('西', [b], 2, 400)] }),
  )
  expect(await show(east!)).toMatchObject({
    state: batchState.harvesting,
    realYield: 6.667,
    revenue: 4.67,
  })
  expect((await undo(whole.id)).status).toBe(200)
  expect(await show(whole.id)).toMatchObject({
    state: batchState.harvesting,
    realYield: 10,
    revenue: 7,
  })
})

test('once something has happened it is not taken back', async () => {
  const happenings: ((child: number, landIds: number[]) => Promise<unknown>)[] = [
    (child) => spend(child, 5),
    (child) => move(child, 'harvest'),
    (child) => move(child, 'correctStage', { place: 2, startsOn: today }),
    (child, landIds) => newTask(child, landIds),
  ]
  for (const happens of happenings) {
    const whole = await growing([4, 2])
    const [a, b] = whole.landIds as [number, number]
    const [first] = ids(
      await move(whole.id, 'split', { parts: [part('甲', [a], 4, 1), part('乙', [b], 2, 999)] }),
    )
    expect((await family(whole.id)).undo).toEqual({ kind: 'split', openFlag: 1 })
    await happens(first!, [a])
    expect((await family(whole.id)).undo).toEqual({ kind: 'split', openFlag: 0 })
    expect(await undo(whole.id)).toMatchObject({ status: 409, code: 'batch.family_moved' })
  }
})

test('only what is alike is merged, and nobody merges what another has changed meanwhile', async () => {
  const [one, two] = [await growing([4]), await growing([2])]
  const other = await make(batch, mine.admin)
  await move(other.id, 'start', { plantedOn: today })
  const elsewhere = await show(other.id)
  const counted = await growing([1], { quantityUnitId: (await make(unit, mine.admin)).id })
  const merge = (id: number, objectVersionNumber: number) =>
    move(one.id, 'merge', { batchName: '合', others: [{ id, objectVersionNumber }] })
  expect((await merge(elsewhere.id, elsewhere.objectVersionNumber)).fields).toHaveProperty('others')
  expect((await merge(counted.id, counted.objectVersionNumber)).fields).toHaveProperty('others')
  expect((await merge(999_999, 1)).fields).toHaveProperty('others')
  expect((await merge(one.id, one.objectVersionNumber)).fields).toHaveProperty('others')
  expect((await merge(two.id, two.objectVersionNumber + 1)).status).toBe(409)
  const reader = await newMember(app, mine, ['wfpf.farm.batch'])
  expect(
    (
      await reader.send(mergeBatches, {
        id: one.id,
        batchName: '合',
        others: [{ id: two.id, objectVersionNumber: two.objectVersionNumber }],
      })
    ).statusCode,
  ).toBe(403)
  const answers = await Promise.all([
    merge(two.id, two.objectVersionNumber),
    merge(two.id, two.objectVersionNumber),
    merge(two.id, two.objectVersionNumber),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('what comes late to a batch that was split goes on to its parts, and back', async () => {
  const whole = await growing([4, 2])
  const [a, b] = whole.landIds as [number, number]
  const [east, west] = ids(
    await move(whole.id, 'split', { parts: [part('东', [a], 4, 600), part('西', [b], 2, 400)] }),
  ) as [number, number]
  const source = { kind: 'task', id: 4711 } as const
  await app.db.write(mine.id, (tx) =>
    keepFacts(
      tx,
      source,
      [
        {
          batchId: whole.id,
          kind: 'labor',
          title: '打药',
          quantity: 3,
          unitName: 'h',
          amount: 90,
          occurredOn: today,
        },
      ],
      mine.adminAccount,
    ),
  )
  expect([(await show(whole.id)).cost, (await show(east)).cost, (await show(west)).cost]).toEqual([
    0, 60, 30,
  ])
  await app.db.write(mine.id, (tx) => reverseFacts(tx, source, mine.adminAccount))
  expect([(await show(whole.id)).cost, (await show(east)).cost, (await show(west)).cost]).toEqual([
    0, 0, 0,
  ])
})
