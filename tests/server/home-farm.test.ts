import { expect, test } from 'vitest'
import { activity } from '#contract/activity/activity.ts'
import { homeWaiting } from '#contract/home/home-calls.ts'
import { activityMoves, joinActivity, signInMember } from '#contract/activity/activity-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { sample } from './samples.ts'

const { app, mine, theirs } = await twoFarms()
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('who joined is told within a day of it, until they are signed in; nobody else is', async () => {
  const { id } = await mine.admin.call(callOf(activity, 'create'), {
    ...(await sample(activity, mine.admin)),
    activityName: unique('开放日'),
    startsAt: at(1),
    endsAt: at(3),
  })
  await mine.admin.call(activityMoves.publish, { id })
  const see = [activity.permissions.list]
  const [joins, looks] = [await newMember(app, mine, see), await newMember(app, mine, see)]
  const soonOf = async (client: typeof mine.admin) =>
    (await client.call(homeWaiting)).items.filter(({ kind }) => kind === 'activity')
  await joins.call(joinActivity, { id })
  expect(await soonOf(joins)).toMatchObject([{ id, activity: { startsAt: expect.any(String) } }])
  expect(await soonOf(looks)).toEqual([])
  expect(await soonOf(theirs.admin)).toEqual([])
  await mine.admin.call(signInMember, { id, accountId: joins.accountId })
  expect(await soonOf(joins)).toEqual([])
})
