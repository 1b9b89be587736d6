import { expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import { task } from '#contract/work/task.ts'
import { team } from '#contract/work/team.ts'
import { worker } from '#contract/farm/worker.ts'
import { callOf } from '#contract/entity-calls.ts'
import { oneStore } from './ground.ts'
import { newMember, unique } from './harness.ts'
import type { Made } from './samples.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const show = (id: number) => mine.admin.call(callOf(team, 'show'), { id })

async function ground() {
  const [leader, hand, other] = [await farm.person(), await farm.person(), await farm.person()]
  const { areaId } = (await farm.plot()) as Made & { areaId: number }
  const make = (more: Record<string, unknown> = {}) =>
    mine.admin.call(callOf(team, 'create'), {
      name: unique('班'),
      areaId,
      leaderId: leader.workerId,
      memberIds: [hand.workerId, leader.workerId, hand.workerId],
      ...more,
    })
  return { leader, hand, other, areaId, make }
}

test('nobody is in a team twice; its leader may be one of them', async () => {
  const { leader, hand, other, make } = await ground()
  const made = await make()
  expect(made).toMatchObject({
    leaderId: leader.workerId,
    memberIds: [hand.workerId, leader.workerId],
  })
  const { id, objectVersionNumber } = made
  const body = { ...(await show(id)) } as Record<string, unknown>
  await mine.admin.call(
    callOf(team, 'edit'),
    untyped({
      id,
      objectVersionNumber,
      ...Object.fromEntries(['name', 'areaId'].map((name) => [name, body[name]])),
      leaderId: hand.workerId,
      memberIds: [leader.workerId, other.workerId, leader.workerId],
    }),
  )
  expect(await show(id)).toMatchObject({
    leaderId: hand.workerId,
    memberIds: [leader.workerId, other.workerId],
  })
  expect(
    (await mine.admin.send(callOf(team, 'create'), untyped({ ...body, memberIds: [] }))).statusCode,
  ).toBeGreaterThan(399)
})

test('a task keeps its people, whatever becomes of the team; a team keeps its workers', async () => {
  const { leader, hand, other, make, areaId } = await ground()
  const made = await make()
  const given = await farm.task({
    areaId,
    leaderId: made.leaderId,
    // Who leads is no participant besides.
    participantIds: made.memberIds,
  })
  const loner = await make({ leaderId: null, memberIds: [other.workerId] })
  const removed = await mine.admin.send(callOf(worker, 'delete'), { id: other.workerId })
  expect([removed.statusCode, removed.json().code]).toEqual([422, 'error.data_in_use'])
  for (const { id } of [made, loner]) await mine.admin.call(callOf(team, 'delete'), { id })
  expect(await farm.show(given.id)).toMatchObject({
    leaderId: leader.workerId,
    participantIds: [hand.workerId],
  })
  await mine.admin.call(callOf(worker, 'delete'), { id: other.workerId })
})

test('whoever gives tasks to people finds teams with their people, and changes none', async () => {
  const { make, areaId } = await ground()
  const made = await make()
  const foreman = await newMember(app, mine, [task.permissions.assign])
  const { content } = await foreman.call(callOf(team, 'list'), { areaId, enabledFlag: 1 })
  expect(content).toMatchObject([
    { id: made.id, leaderId: made.leaderId, memberIds: made.memberIds },
  ])
  expect(
    (await foreman.send(callOf(team, 'create'), { name: '班', areaId, memberIds: [1] })).statusCode,
  ).toBe(403)
  const nobody = await newMember(app, mine, [])
  expect((await nobody.send(callOf(team, 'list'))).statusCode).toBe(403)
})
