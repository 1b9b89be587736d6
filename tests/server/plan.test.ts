import { expect, test } from 'vitest'
import { crop } from '#contract/farm/crop.ts'
import { planItem } from '#contract/plan/plan-item.ts'
import { plan } from '#contract/plan/plan.ts'
import { batch as batchEntity } from '#contract/planting/batch.ts'
import { callOf, type Told } from '#contract/entity-calls.ts'
import { copyPackage, planAhead, replanAhead, type MovedAnswer } from '#contract/plan/plan-calls.ts'
import { unique } from './harness.ts'
import { inDays, today } from './planting-ground.ts'
import { onePackage } from './plan-ground.ts'
import { editable, type Made } from './samples.ts'
import { refusal } from './stock.ts'

const ground = await onePackage()
const { mine, types, steps, inputs, pack, planIn, chart, act, shownPlan, itemOf, move } = ground
const days = ({
  items,
}: {
  items: readonly { title: string; startsOn: string; endsOn: string }[]
}) => items.map(({ title, startsOn, endsOn }) => [title, startsOn, endsOn])

test('a package refuses steps that cannot be: twice the same number, after nothing, in a circle', async () => {
  const first = steps[0]!
  const refused = async (body: Record<string, unknown>) => {
    const answer = await pack(body)
    return [answer.status, Object.keys(answer.fields ?? {})]
  }
  expect(await refused({ steps: [first, first], inputs: [] })).toEqual([422, ['steps']])
  expect(await refused({ steps: [{ ...first, after: '9' }], inputs: [] })).toEqual([422, ['steps']])
  expect(
    await refused({
      steps: [
        { ...first, after: '2' },
        { ...steps[1]!, after: '1' },
      ],
      inputs: [],
    }),
  ).toEqual([422, ['steps']])
  expect(await refused({ inputs: [{ ...inputs[0]!, step: 9 }] })).toEqual([422, ['inputs']])
  expect(await refused({ steps: [{ ...first, taskTypeId: 999_999 }], inputs: [] })).toEqual([
    422,
    ['steps'],
  ])
})

test('a copy has the same steps and a name of its own', async () => {
  const made = (await pack()) as unknown as Made
  const copy = await mine.admin.call(copyPackage, { id: made.id })
  expect(copy).toMatchObject({ stepCount: 4, totalDays: 41, packageName: `${made.packageName} 2` })
  expect(copy.steps).toEqual(made.steps)
})

test('a plan from a package is what was shown before: days, hours and inputs for its ground', async () => {
  const { id: packageId } = (await pack()) as unknown as Made
  const batch = await ground.batchOn(inDays(10), 4)
  const ahead = await mine.admin.call(planAhead, { batchId: batch.id, packageId })
  expect(ahead.area).toBe(4)
  const made = await mine.admin.call(callOf(plan, 'create'), {
    planName: unique('计划'),
    batchId: batch.id,
    packageId,
  })
  expect(made).toMatchObject({ items: 4, progress: 0, startsOn: inDays(3), endsOn: inDays(43) })
  const drawn = await chart(made.id)
  expect(days(drawn)).toEqual(days(ahead))
  expect(days(drawn)).toEqual([
    ['整地', inDays(3), inDays(5)],
    ['定植', inDays(10), inDays(11)],
    ['喷药', inDays(30), inDays(30)],
    ['采收', inDays(34), inDays(43)],
  ])
  expect(drawn.items.map(({ plannedHours }) => plannedHours)).toEqual([8, 16, null, null])
  const spray = await itemOf(drawn.items[2]!.id)
  expect(spray.materials).toMatchObject([{ skuId: ground.pesticide, quantity: 0.8 }])
  // What will be sprayed keeps from picking, seven days from its last day.
  expect(drawn.items[3]!.locks).toMatchObject([
    { kind: 'harvest', until: inDays(37), itemId: drawn.items[2]!.id },
  ])
})

test('a package for another crop is said to be, and a batch that is over is refused', async () => {
  const { id: packageId } = (await pack({
    cropId: (await ground.make(crop, mine.admin)).id,
  })) as unknown as Made
  const batch = await ground.batchOn(inDays(200))
  const ahead = await mine.admin.call(planAhead, { batchId: batch.id, packageId })
  expect(ahead.otherCrop).not.toBeNull()
  await move(batch.id, 'end', { endReason: '改种' })
  const over = await refusal(
    mine.admin.send(callOf(plan, 'create'), { planName: '计划', batchId: batch.id }),
  )
  expect([over.status, Object.keys(over.fields ?? {})]).toEqual([422, ['batchId']])
})

test('a move pushes what waits for it, saves once, and is taken back exactly', async () => {
  const made = await planIn(10)
  const before = await chart(made.id)
  const [, plant] = before.items
  const moved = await act(made.id, 'move', {
    objectVersionNumber: made.objectVersionNumber,
    moves: [{ id: plant!.id, startsOn: inDays(29), endsOn: inDays(30) }],
  })
  expect(moved).toMatchObject({ status: 200, objectVersionNumber: made.objectVersionNumber + 1 })
  expect(days(await chart(made.id)).slice(1)).toEqual([
    ['定植', inDays(29), inDays(30)],
    ['喷药', inDays(31), inDays(31)],
    ['采收', inDays(34), inDays(43)],
  ])
  // Who saw the plan as it was is told so.
  const late = await act(made.id, 'move', {
    objectVersionNumber: made.objectVersionNumber,
    moves: [{ id: plant!.id, startsOn: inDays(1), endsOn: inDays(2) }],
  })
  expect(late.status).toBe(409)
  await act(made.id, 'move', {
    moves: (moved as unknown as MovedAnswer).before,
    exact: true,
  })
  expect(days(await chart(made.id))).toEqual(days(before))
})

test('an item waits for no other plan, and for nothing that waits for it', async () => {
  const made = await planIn(10)
  const other = await planIn(10)
  const [till, plant] = (await chart(made.id)).items
  const row = await itemOf(till!.id)
  const edit = (afterIds: number[]) =>
    refusal(mine.admin.send(callOf(planItem, 'edit'), { ...editable(planItem, row), afterIds }))
  for (const wrong of [[plant!.id], [till!.id], [(await chart(other.id)).items[0]!.id]]) {
    const answer = await edit(wrong)
    expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([422, ['afterIds']])
  }
})

test('what is agreed upon is measured: what slips says by how much, and stays what it was agreed', async () => {
  const made = await planIn(10)
  expect((await act(made.id, 'release', {})).status).toBe(409)
  expect(await act(made.id, 'agree')).toMatchObject({ status: 200, state: 1, slipDays: 0 })
  const items = (await chart(made.id)).items
  await act(made.id, 'move', {
    moves: [{ id: items[3]!.id, startsOn: inDays(40), endsOn: inDays(49) }],
  })
  expect(await shownPlan(made.id)).toMatchObject({ slipDays: 6 })
  expect((await chart(made.id)).items[3]).toMatchObject({
    baselineEndsOn: inDays(43),
    endsOn: inDays(49),
    slipDays: 6,
    slack: 0,
  })
})

test('when planting moves the plan says so, and follows when it is told to', async () => {
  const made = await planIn(10)
  const batch = await mine.admin.call(callOf(batchEntity, 'show'), { id: made.batchId })
  await mine.admin.call(callOf(batchEntity, 'edit'), {
    ...batchBody(batch),
    plantedOn: inDays(15),
    expectedHarvestOn: null,
  })
  expect(await shownPlan(made.id)).toMatchObject({ movedDays: 5 })
  const preview = await mine.admin.call(replanAhead, { id: made.id, follow: 1 })
  expect(preview.moved).toHaveLength(4)
  expect(days(await chart(made.id))[1]).toEqual(['定植', inDays(10), inDays(11)])
  await act(made.id, 'replan', { follow: true })
  expect(days(await chart(made.id))[1]).toEqual(['定植', inDays(15), inDays(16)])
  expect(await shownPlan(made.id)).toMatchObject({ movedDays: null, plantedOn: inDays(15) })
})
const batchBody = ({
  id,
  objectVersionNumber,
  batchName,
  areaId,
  landIds,
  varietyId,
}: Told<typeof batchEntity>) => ({
  id,
  objectVersionNumber,
  batchName,
  areaId,
  landIds,
  varietyId,
})

test('replanning puts what should have begun on today', async () => {
  const made = await planIn(0)
  expect((await chart(made.id)).items[0]).toMatchObject({ lateFlag: 1, startsOn: inDays(-7) })
  await act(made.id, 'replan')
  expect(days(await chart(made.id)).slice(0, 2)).toEqual([
    ['整地', today, inDays(2)],
    ['定植', inDays(3), inDays(4)],
  ])
})

test('an item written by hand has its place, and leaves none behind when it goes', async () => {
  const made = await planIn(10)
  const [till] = (await chart(made.id)).items
  const item = await mine.admin.call(callOf(planItem, 'create'), {
    planId: made.id,
    title: '覆膜',
    taskTypeId: types.farming,
    startsOn: inDays(4),
    endsOn: inDays(4),
    afterIds: [till!.id],
  })
  // It begins after what it waits for.
  expect(item).toMatchObject({ startsOn: inDays(6), areaId: ground.areaId })
  await mine.admin.call(callOf(planItem, 'delete'), { id: till!.id })
  expect((await itemOf(item.id)).afterIds).toEqual([])
  await act(made.id, 'agree')
  await act(made.id, 'close')
  const closed = await refusal(
    mine.admin.send(callOf(planItem, 'create'), {
      planId: made.id,
      title: '补苗',
      taskTypeId: types.farming,
      startsOn: today,
      endsOn: today,
    }),
  )
  expect([closed.status, Object.keys(closed.fields ?? {})]).toEqual([422, ['planId']])
})
