import { saveTaskOption } from '#contract/work/task-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { worker } from '#contract/farm/worker.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { task } from '#contract/work/task.ts'
import { peoplePlanned, type Planned } from '#contract/work/people-calls.ts'
import { raiseRights } from '#server/db/rights.ts'
import { untyped } from '#server/demo/client.ts'
import { oneStore } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { make, type Made } from './samples.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const window = { from: day(10), to: day(13) }
const ask = (more: Record<string, unknown> = {}, who = mine.admin) =>
  who.call(peoplePlanned, { ...window, ...more })
const daysOf = (planned: Planned, id: number) => planned.people.find((one) => one.id === id)?.days

test('planned hours are divided among people and days, what is over or elsewhere in time is left out', async () => {
  const [leader, hand, idle] = [await farm.person(), await farm.person(), await farm.person()]
  const kind = await farm.kind('farming', { standardHours: 3 })
  const common = { leaderId: leader.workerId, taskTypeId: kind }
  // 24 hours of two people over four days, of which the window sees three.
  const long = await farm.task({
    ...common,
    participantIds: [hand.workerId],
    startsOn: day(11),
    endsOn: day(14),
    plannedHours: 24,
  })
  // As long as such work usually takes.
  await farm.task({ ...common, startsOn: day(11), endsOn: day(11) })
  // Nobody says how long.
  const untold = await farm.kind('farming')
  await farm.task({ ...common, taskTypeId: untold, startsOn: day(10), endsOn: day(10) })
  await farm.task({ ...common, startsOn: day(14), endsOn: day(15), plannedHours: 8 })
  const off = await farm.task({ ...common, startsOn: day(12), endsOn: day(12), plannedHours: 8 })
  await farm.move(mine.admin, off.id, 'cancel', { reason: '雨' })
  const planned = await ask()
  expect(planned.dayHours).toBe(8)
  expect(daysOf(planned, leader.workerId)).toEqual([
    { day: day(10), hours: 0, tasks: 1 },
    { day: day(11), hours: 6, tasks: 2 },
    { day: day(12), hours: 3, tasks: 1 },
    { day: day(13), hours: 3, tasks: 1 },
  ])
  expect(daysOf(planned, hand.workerId)).toEqual(
    [11, 12, 13].map((at) => ({ day: day(at), hours: 3, tasks: 1 })),
  )
  expect(daysOf(planned, idle.workerId)).toEqual([])
  // The task that people are being chosen for is not counted against them.
  expect(daysOf(await ask({ taskId: long.id }), hand.workerId)).toEqual([])
})

test('whoever neither makes nor assigns tasks does not ask, and a window has an end', async () => {
  const reader = await newMember(app, mine, [task.permissions.list])
  expect((await reader.send(peoplePlanned, window)).statusCode).toBe(403)
  const assigning = await newMember(app, mine, [task.permissions.assign])
  expect((await assigning.send(peoplePlanned, window)).statusCode).toBe(200)
  for (const to of [day(9), day(10 + 92)])
    expect((await mine.admin.send(peoplePlanned, { ...window, to })).statusCode).toBe(400)
})

test('of bases that somebody does not see, neither people nor tasks are told', async () => {
  const [here, there] = [
    (await make(area, mine.admin)) as Made,
    (await make(area, mine.admin)) as Made,
  ]
  const hand = async (areaId: number) =>
    (
      await mine.admin.call(callOf(worker, 'create'), {
        realName: unique('工'),
        kind: 'daily',
        areaId,
        enabledFlag: 1,
      })
    ).id
  const [near, far] = [await hand(here.id), await hand(there.id)]
  const plan = (areaId: number, more: Record<string, unknown>) =>
    farm.task({ areaId, startsOn: day(10), endsOn: day(10), plannedHours: 5, ...more })
  await plan(here.id, { leaderId: near })
  await plan(there.id, { leaderId: far, participantIds: [near] })
  const foreman = await newMember(app, mine, [task.permissions.assign])
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[here.id]}::bigint[]
      where account_id = ${foreman.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  const told = await ask({}, foreman)
  expect(daysOf(told, near)).toEqual([{ day: day(10), hours: 5, tasks: 1 }])
  expect(daysOf(told, far)).toBeUndefined()
  expect(daysOf(await ask(), near)).toEqual([{ day: day(10), hours: 7.5, tasks: 2 }])
})

test('the tenant says how long a day is; who knows nothing of it leaves it', async () => {
  const option = saveTaskOption.endpoint
  const read = () =>
    mine.admin.call<{ dayHours: number; objectVersionNumber: number }>(option.replace('PUT', 'GET'))
  const flags = { acceptFlag: 1, claimFlag: 1 } as const
  const { objectVersionNumber } = await read()
  await mine.admin.call(saveTaskOption, { ...flags, dayHours: 9.5, objectVersionNumber })
  expect((await ask()).dayHours).toBe(9.5)
  await mine.admin.call(saveTaskOption, {
    ...flags,
    objectVersionNumber: (await read()).objectVersionNumber,
  })
  expect((await read()).dayHours).toBe(9.5)
  for (const dayHours of [0, 24.5, 8.25])
    expect(
      (
        await mine.admin.send(
          saveTaskOption,
          untyped({ ...flags, dayHours, objectVersionNumber: 9 }),
        )
      ).statusCode,
    ).toBe(400)
})
