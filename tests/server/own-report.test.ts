import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { myTask, myTasks, taskMoves } from '#contract/work/task-calls.ts'
import { workHours } from '#contract/work/work-hours.ts'
import { callOf } from '#contract/entity-calls.ts'
import { oneStore } from './ground.ts'
import { Farm, type Person, type Task } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
type Own = Task & { ownReports: { workerId: number }[]; ownPhotos: string[] }
const begun = async (more: Record<string, unknown> = {}) => {
  const [leader, one, other] = [await farm.person(), await farm.person(), await farm.person()]
  const made = await farm.task({
    leaderId: leader.workerId,
    participantIds: [one.workerId, other.workerId],
    ...more,
  })
  await farm.move(leader, made.id, 'start')
  return { leader, one, other, id: made.id }
}
const own = (who: Person, id: number, said: object) =>
  who.call(taskMoves.reportOwn, { id, ...said }) as Promise<unknown> as Promise<Own>
const paid = async (id: number) => {
  const { content } = await mine.admin.call(callOf(workHours, 'list'), { size: 0, taskId: id })
  return new Map(content.map(({ workerId, hours, pieces }) => [workerId, hours ?? pieces]))
}

test('each of a task’s people says their own part; the report gathers it and each is paid once', async () => {
  const { leader, one, other, id } = await begun()
  await own(one, id, { hours: 3 })
  const said = await own(one, id, { hours: 3.5, note: '东头三行' })
  // Said again it is as said last, and the version that the leader has goes on holding.
  expect(said.ownReports).toEqual([
    expect.objectContaining({ workerId: one.workerId, hours: 3.5, note: '东头三行' }),
  ])
  const seen = await leader.call(myTask, { id })
  expect(seen.workerId).toBe(leader.workerId)
  expect(seen.task.ownReports).toHaveLength(1)
  await own(other, id, { hours: 6 })
  await farm.move(leader, id, 'finish', {
    objectVersionNumber: seen.task.objectVersionNumber,
    // The other reported while the leader was out of reach.
    hours: [
      { workerId: leader.workerId, hours: 8 },
      { workerId: one.workerId, hours: 3 },
    ],
  })
  await farm.move(mine.admin, id, 'adopt')
  expect(await paid(id)).toEqual(
    new Map([
      [leader.workerId, 8],
      [one.workerId, 3],
      [other.workerId, 6],
    ]),
  )
})

test('whom the leader takes out counts for nothing', async () => {
  const { leader, one, id } = await begun()
  await own(one, id, { hours: 9 })
  await farm.move(leader, id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 2 }],
    leftOut: [one.workerId],
  })
  await farm.move(mine.admin, id, 'adopt')
  expect(await paid(id)).toEqual(new Map([[leader.workerId, 2]]))
})

test('nobody says the part of another, of a task that is not theirs, or that is not under way', async () => {
  const { leader, one, id } = await begun()
  const stranger = await farm.person()
  const send = (
    who: Person,
    said: { hours?: number; pieces?: number; workerId?: number } = { hours: 1 },
  ) => who.send(taskMoves.reportOwn, { id, ...said })
  expect((await send(stranger)).statusCode).toBe(403)
  // Whoever manages tasks has no part of their own; a number of another is not even read.
  const admin = await mine.admin.send(taskMoves.reportOwn, { id, hours: 1 })
  expect(admin.statusCode).toBe(403)
  await send(one, { hours: 1, workerId: leader.workerId })
  const { ownReports } = (await farm.show(id)) as Own
  expect(ownReports.map(({ workerId }) => workerId)).not.toContain(leader.workerId)
  expect((await send(one, {})).statusCode).toBe(422)
  expect((await send(one, { pieces: 3 })).statusCode).toBe(422)
  await farm.move(leader, id, 'finish', { hours: [{ workerId: leader.workerId, hours: 1 }] })
  expect((await send(one)).statusCode).toBe(409)
  // The whole stays the leader’s.
  const whole = await begun()
  const answer = await whole.one.send(taskMoves.finish, {
    id: whole.id,
    hours: [{ workerId: whole.one.workerId, hours: 1 }],
  })
  expect(answer.statusCode).toBe(403)
})

test('pieces of one’s own are paid by the piece, and pictures of one’s own count', async () => {
  const picking = await farm.kind('harvest', { payBy: 'piece', pieceUnit: '斤', pieceRate: 0.5 })
  const { leader, one, id } = await begun({ taskTypeId: picking, photoCount: 1 })
  await own(one, id, { pieces: 120.5 })
  const report = { hours: [{ workerId: leader.workerId, pieces: 40 }] }
  const lacking = await leader.send(taskMoves.finish, { id, ...report })
  expect(lacking.statusCode).toBe(422)
  const photo = '/hfle/v1/1/files/0192d6f4-aaaa-4bbb-8ccc-0123456789ab.png'
  await app.db.write(mine.id, (tx) =>
    sql`update task set own_reports = jsonb_set(own_reports, '{0,photos}', ${JSON.stringify([photo])}::jsonb)
      where id = ${id}`.execute(tx),
  )
  const shown = (await farm.show(id)) as Own
  expect(shown.ownPhotos).toHaveLength(1)
  // A number put right takes no picture away.
  await own(one, id, { pieces: 120.5 })
  expect(((await farm.show(id)) as Own).ownPhotos).toHaveLength(1)
  await farm.move(leader, id, 'finish', report)
  await farm.move(mine.admin, id, 'adopt')
  expect(await paid(id)).toEqual(
    new Map([
      [leader.workerId, 40],
      [one.workerId, 120.5],
    ]),
  )
})

test('one’s own tasks say who asks', async () => {
  const { one } = await begun()
  expect(await one.call(myTasks)).toMatchObject({ workerId: one.workerId, isWorker: true })
})
