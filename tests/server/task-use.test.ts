import { expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { machineKind } from '#contract/farm/machine-kind.ts'
import { callOf } from '#contract/entity-calls.ts'
import { batchTimeline } from '#contract/planting/batch-calls.ts'
import { batch } from '#contract/planting/batch.ts'
import { taskMoves } from '#contract/work/task-calls.ts'
import { fieldPack } from '#contract/work/field-calls.ts'
import { oneStore } from './ground.ts'
import { editable, make, sample, type Made } from './samples.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const kind = async (hourRate: number | null) =>
  mine.admin.call(callOf(machineKind, 'create'), {
    ...(await sample(machineKind, mine.admin)),
    hourRate,
  })
const waterAt = async (areaId: number, waterPrice: number | null) => {
  const base = await mine.admin.call(callOf(area, 'show'), { id: areaId })
  await mine.admin.call(callOf(area, 'edit'), { ...editable(area, base), waterPrice })
}
const begun = async () => {
  const leader = await farm.person()
  const grown = (await make(batch, mine.admin)) as Made & { areaId: number }
  const made = await farm.task({
    areaId: grown.areaId,
    batchId: grown.id,
    leaderId: leader.workerId,
  })
  await farm.move(leader, made.id, 'start')
  return { leader, grown, made, hours: [{ workerId: leader.workerId, hours: 8 }] }
}
const costOf = async (id: number) =>
  (await mine.admin.call(callOf(batch, 'show'), { id })).cost ?? 0

test('machines at the rate of the day and water at the base’s price are the batch’s, until taken back', async () => {
  const { leader, grown, made, hours } = await begun()
  const [tractor, unpriced] = [await kind(90.5), await kind(null)]
  await waterAt(grown.areaId, 1.6)
  await farm.move(leader, made.id, 'finish', {
    hours,
    machines: [
      { machineKindId: tractor.id, which: '粤A·01', hours: 2.5 },
      { machineKindId: unpriced.id, hours: 1 },
    ],
    waterUsed: 12.5,
  })
  const reported = await farm.show(made.id)
  expect(reported).toMatchObject({
    waterUsed: 12.5,
    machineCost: null,
    machines: [
      { machineKindId: tractor.id, machineKindIdName: tractor.name, which: '粤A·01', hours: 2.5 },
      { machineKindId: unpriced.id, hours: 1 },
    ],
  })
  expect(await costOf(grown.id)).toBe(0)
  // The rate is that of the day on which it is accepted.
  await mine.admin.call(callOf(machineKind, 'edit'), {
    ...editable(machineKind, tractor),
    hourRate: 100,
  })
  await farm.move(mine.admin, made.id, 'adopt')
  expect(await farm.show(made.id)).toMatchObject({ machineCost: 250, waterCost: 20 })
  expect(await costOf(grown.id)).toBe(160 + 250 + 20)
  const facts = async () =>
    (await mine.admin.call(batchTimeline, { id: grown.id, kind: 'fact' })).events
  expect(JSON.stringify(await facts())).toContain(`${tractor.name} 粤A·01`)
  await farm.move(mine.admin, made.id, 'undo', { reason: 'wrong' })
  expect(await costOf(grown.id)).toBe(0)
  expect(await farm.show(made.id)).toMatchObject({ machineCost: 0, waterCost: 0, waterUsed: 12.5 })
  await farm.move(mine.admin, made.id, 'adopt')
  expect(await costOf(grown.id)).toBe(160 + 250 + 20)
})

test('a kind of machine that a report names is no longer deleted, and one that nobody knows is refused', async () => {
  const { leader, made, hours } = await begun()
  const one = await kind(50)
  const wrong = await leader.send(taskMoves.finish, {
    id: made.id,
    hours,
    machines: [{ machineKindId: 999_999, hours: 1 }],
  })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json<{ fields: object }>().fields).toHaveProperty('machines')
  await farm.move(leader, made.id, 'finish', {
    hours,
    machines: [{ machineKindId: one.id, hours: 1 }],
  })
  await expect(
    mine.admin.call(callOf(machineKind, 'delete'), { id: one.id }),
  ).rejects.toMatchObject({ status: 422 })
})

test('what is driven goes along into the field, without what it costs', async () => {
  const one = await kind(77)
  const { leader } = await begun()
  const { machineKinds } = await leader.call(fieldPack)
  expect(machineKinds).toContainEqual({ id: one.id, name: one.name })
})
