import { expect, test } from 'vitest'
import { activity } from '#contract/activity/activity.ts'
import {
  activityCode,
  activityMembers,
  activityMoves,
  joinActivity,
  leaveActivity,
  signInActivity,
} from '#contract/activity/activity-calls.ts'
import { messages } from '#contract/message/reader-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { twoFarms } from './ground.ts'
import type { Client } from '#server/demo/client.ts'
import { newMember, unique } from './harness.ts'
import { sample } from './samples.ts'

const { app, mine, theirs } = await twoFarms()
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const see = [activity.permissions.list]

async function open(values: Record<string, unknown> = {}): Promise<number> {
  const { id } = await mine.admin.call(callOf(activity, 'create'), {
    ...(await sample(activity, mine.admin)),
    activityName: unique('培训'),
    startsAt: at(1),
    endsAt: at(3),
    ...values,
  })
  await mine.admin.call(activityMoves.publish, { id })
  return id
}
const members = (client: Client, id: number) => client.call(activityMembers, { id })

test('the last place goes to one, however many press at once', async () => {
  const id = await open({ capacity: 2 })
  const people = await Promise.all([1, 2, 3, 4].map(() => newMember(app, mine, see)))
  const ends = await Promise.allSettled(people.map((one) => one.call(joinActivity, { id })))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await members(mine.admin, id)).toHaveLength(2)
  const place = ends.findIndex(({ status }) => status === 'fulfilled')
  // Pressing twice changes nothing.
  await people[place]!.call(joinActivity, { id })
  await people[place]!.call(leaveActivity, { id })
  await people[ends.findIndex(({ status }) => status === 'rejected')]!.call(joinActivity, { id })
  expect(await mine.admin.call(callOf(activity, 'show'), { id })).toMatchObject({
    joined: 2,
    signedIn: 0,
  })
})

test('one signs in by the code of the minute alone, on its day, and stays signed in', async () => {
  const id = await open()
  const worker = await newMember(app, mine, see)
  await expect(worker.call(activityCode, { id })).rejects.toMatchObject({ status: 403 })
  const { code } = await mine.admin.call(activityCode, { id })
  const signIn = (given: string) => worker.call(signInActivity, { id, code: given })
  await expect(signIn('0000000000')).rejects.toMatchObject({
    body: { code: 'activity.code_stale' },
  })
  // Another activity's secret makes other codes.
  const other = await mine.admin.call(activityCode, { id: await open() })
  await expect(signIn(other.code)).rejects.toMatchObject({ body: { code: 'activity.code_stale' } })
  await signIn(code)
  expect(await members(worker, id)).toMatchObject([{ isMe: true, signedInAt: expect.any(String) }])
  await expect(worker.call(leaveActivity, { id })).rejects.toMatchObject({ status: 409 })

  const later = await open({ startsAt: at(30), endsAt: at(31) })
  const early = await mine.admin.call(activityCode, { id: later })
  await expect(worker.call(signInActivity, { id: later, code: early.code })).rejects.toMatchObject({
    body: { code: 'activity.too_early' },
  })
})

test('what is over is over by itself; a cancelled one tells who had joined why', async () => {
  const past = await open({ startsAt: at(-3), endsAt: at(-1) })
  expect(await mine.admin.call(callOf(activity, 'show'), { id: past })).toMatchObject({ state: 2 })
  const worker = await newMember(app, mine, see)
  await expect(worker.call(joinActivity, { id: past })).rejects.toMatchObject({ status: 409 })

  const id = await open()
  await worker.call(joinActivity, { id })
  await mine.admin.call(activityMoves.cancel, { id, cancelReason: '台风' })
  const { content } = await worker.call(messages, { withContent: 'true' })
  expect(content.some((one) => one.content!.includes('台风'))).toBe(true)
})

test('its end comes after its start, and nobody loses a place', async () => {
  const body = { ...(await sample(activity, mine.admin)), startsAt: at(2), endsAt: at(1) }
  await expect(mine.admin.call(callOf(activity, 'create'), body)).rejects.toMatchObject({
    body: { fields: { endsAt: expect.anything() } },
  })
  const id = await open({ capacity: 5 })
  for (let at = 0; at < 2; at++) await (await newMember(app, mine, see)).call(joinActivity, { id })
  const found = await mine.admin.call(callOf(activity, 'show'), { id })
  await expect(
    mine.admin.call(callOf(activity, 'edit'), {
      id,
      objectVersionNumber: found.objectVersionNumber,
      activityName: '少些人',
      startsAt: at(1),
      endsAt: at(3),
      areaId: found.areaId,
      capacity: 1,
    }),
  ).rejects.toMatchObject({ body: { fields: { capacity: expect.anything() } } })
  await expect(members(theirs.admin, id)).rejects.toMatchObject({ status: 404 })
})
