import { expect, test } from 'vitest'
import { taskType } from '#contract/farm/task-type.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import { entryWithTask, taskFromEntry } from '#contract/work/entry-calls.ts'
import { task } from '#contract/work/task.ts'
import { callOf } from '#contract/entity-calls.ts'
import { worker } from '#contract/farm/worker.ts'
import { newMember } from './harness.ts'
import { inDays, oneField, today } from './planting-ground.ts'
import { make, sample, type Made } from './samples.ts'

const { app, mine, areaId, newPlot, plant } = await oneField()
const plot = await newPlot()
const { id: batchId } = (await plant([plot.id])) as never as Made
const { id: taskTypeId } = await make(taskType, mine.admin)
const { content } = await sample(farmLog, mine.admin, 'all')
const entry = (more: Record<string, unknown> = {}) =>
  mine.admin.call(callOf(farmLog, 'create'), {
    logTitle: '棚膜破了',
    areaId,
    landId: plot.id,
    batchId,
    content: content!,
    ...more,
  })
const shown = (id: number) => mine.admin.call(callOf(farmLog, 'show'), { id })
const asked = { title: '补棚膜', taskTypeId, endsOn: inDays(2), priority: 'high' as const }

test('an entry becomes a task with its place and its pictures, and each knows of the other', async () => {
  const { id } = await entry()
  expect(await shown(id)).toMatchObject({ taskFlag: 0, taskId: null })
  const made = await mine.admin.call(taskFromEntry, { id, ...asked })
  expect(made).toMatchObject({
    title: '补棚膜',
    areaId,
    landIds: [plot.id],
    batchId,
    startsOn: today,
    endsOn: inDays(2),
    priority: 'high',
    logId: id,
  })
  expect((made.pictures as string[]).length).toBe(content!.length)
  expect(await shown(id)).toMatchObject({ taskFlag: 1, taskId: made.id })
  // Once: a second press, or somebody else, makes no second one.
  const again = await mine.admin.send(taskFromEntry, { id, ...asked })
  expect(again.statusCode).toBe(409)
})

test('a task that is deleted leaves the entry open for another, until it comes back', async () => {
  const { id } = await entry({ content: [] })
  const made = await mine.admin.call(taskFromEntry, { id, ...asked })
  await mine.admin.call(callOf(task, 'delete'), { id: made.id })
  expect(await shown(id)).toMatchObject({ taskFlag: 0, taskId: null })
  await mine.admin.call(restoreRecord, { entity: task.name, recordId: made.id })
  expect(await shown(id)).toMatchObject({ taskFlag: 1, taskId: made.id })
})

test('who makes tasks and does not read the journal makes none of it', async () => {
  const { id } = await entry()
  const maker = await newMember(app, mine, [task.permissions.create])
  expect((await maker.send(taskFromEntry, { id, ...asked })).statusCode).toBe(404)
  const reader = await newMember(app, mine, [farmLog.permissions.list])
  expect((await reader.send(taskFromEntry, { id, ...asked })).statusCode).toBe(403)
  const both = await newMember(app, mine, [task.permissions.create, farmLog.permissions.list])
  expect((await both.send(taskFromEntry, { id, ...asked })).statusCode).toBe(200)
})

test('an entry and its task are made in one step, both or neither', async () => {
  const logTitle = '叶片发黄'
  const leader = await make(worker, mine.admin)
  const other = await make(worker, mine.admin)
  const both = (given: { taskTypeId?: number }, who = mine.admin) =>
    who.send(entryWithTask, {
      entry: {
        logTitle,
        areaId,
        landId: plot.id,
        content: content as string[],
        logType: 'image',
        logLevel: 'warn',
      },
      task: { ...asked, leaderId: leader.id, participantIds: [other.id], ...given },
    })
  const entries = async () =>
    (await mine.admin.call(callOf(farmLog, 'list'), { logTitle })).content.length
  // What is wrong with the task leaves no entry behind.
  expect((await both({ taskTypeId: 999_999 })).statusCode).toBe(422)
  expect(await entries()).toBe(0)
  const answer = await both({})
  expect(answer.statusCode).toBe(200)
  const made = answer.json<Record<string, unknown>>()
  expect(made).toMatchObject({
    areaId,
    landIds: [plot.id],
    leaderId: leader.id,
    participantIds: [other.id],
  })
  expect(await shown(made.logId as number)).toMatchObject({
    logTitle,
    taskFlag: 1,
    taskId: made.id,
  })
  expect(await entries()).toBe(1)
  // By the rights to both.
  const maker = await newMember(app, mine, [task.permissions.create])
  const writer = await newMember(app, mine, [farmLog.permissions.create])
  for (const who of [maker, writer]) expect((await both({}, who)).statusCode).toBe(403)
  expect(await entries()).toBe(1)
  const may = await newMember(app, mine, [task.permissions.create, farmLog.permissions.create])
  expect((await both({}, may)).statusCode).toBe(200)
})
