import { expect, test } from 'vitest'
import { batch } from '#contract/planting/batch.ts'
import { task } from '#contract/work/task.ts'
import { workHours, workMonth } from '#contract/work/work-hours.ts'
import { taskMoves } from '#contract/work/task-calls.ts'
import { taskType } from '#contract/farm/task-type.ts'
import { callOf } from '#contract/entity-calls.ts'
import type { Row } from '#server/db/crud.ts'
import { cellOf, clockOf } from '#server/http/list-cell.ts'
import { unique } from './harness.ts'
import { oneStore } from './ground.ts'
import { make, type Made } from './samples.ts'
import { day } from './stock.ts'
import { Farm, type Person } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const byPiece = { payBy: 'piece', pieceUnit: '斤', pieceRate: 0.3175 } as const
type Line = Record<string, unknown>
const hoursOf = async ({ workerId }: Person) =>
  (await mine.admin.call(callOf(workHours, 'list'), { workerId })).content
const monthsOf = async ({ workerId }: Person) =>
  (await mine.admin.call(callOf(workMonth, 'list'), { workerId })).content
const timelineCost = async (id: number) =>
  (await mine.admin.call(callOf(batch, 'show'), { id })).cost

test('pieces are paid by the rate of the task, hours beside them are counted, and undoing takes all of it back', async () => {
  const [leader, hand] = [await farm.person(), await farm.person()]
  const grown = (await make(batch, mine.admin)) as Made & { areaId: number }
  const picking = await farm.kind('harvest', byPiece)
  const made = await farm.task({
    taskTypeId: picking,
    areaId: grown.areaId,
    batchId: grown.id,
    leaderId: leader.workerId,
    participantIds: [hand.workerId],
  })
  expect(made).toMatchObject({ pieceUnit: '斤', pieceRate: 0.3175 })
  // The rate is raised meanwhile: what is in hand is paid as agreed.
  const kind = await mine.admin.call(callOf(taskType, 'show'), { id: picking })
  const { id, objectVersionNumber, name, code, category } = kind
  await mine.admin.call(callOf(taskType, 'edit'), {
    ...byPiece,
    id,
    objectVersionNumber,
    name,
    code,
    category,
    pieceRate: 9,
  })
  await farm.move(leader, made.id, 'start')
  await farm.move(leader, made.id, 'finish', {
    hours: [
      { workerId: leader.workerId, pieces: 186.5, hours: 6 },
      { workerId: hand.workerId, hours: 2.5 },
    ],
  })
  await farm.move(mine.admin, made.id, 'adopt')
  // 186.5 × 0.3175 = 59.21375, 160 / 8 × 2.5 = 50.
  expect(await hoursOf(leader)).toMatchObject([
    { hours: 6, dayWage: null, pieces: 186.5, pieceUnit: '斤', pieceRate: 0.3175, amount: 59.21 },
  ])
  expect(await hoursOf(hand)).toMatchObject([
    { hours: 2.5, dayWage: 160, pieces: null, pieceUnit: null, amount: 50 },
  ])
  expect(await monthsOf(leader)).toMatchObject([
    { month: day().slice(0, 7), hours: 6, pieces: '186.5 斤', pieceAmount: 59.21, amount: 59.21 },
  ])
  expect(await monthsOf(hand)).toMatchObject([
    { hours: 2.5, pieces: null, pieceAmount: null, amount: 50 },
  ])
  expect(await timelineCost(grown.id)).toBe(109.21)
  // As a table of them says it.
  const clock = clockOf('Asia/Shanghai')
  const shown = (await farm.show(made.id)) as unknown as Row
  expect(cellOf(task, 'hours', shown, 'zh-CN', clock)).toMatch(
    /^\S+ 数量 186\.5 工时 6; \S+ 工时 2\.5$/,
  )
  const [month] = (await monthsOf(leader)) as Row[]
  expect(
    ['hours', 'pieces', 'pieceAmount', 'amount'].map((name) =>
      cellOf(workMonth, name, month!, 'zh-CN', clock),
    ),
  ).toEqual([6, '186.5 斤', 59.21, 59.21])
  await farm.move(mine.admin, made.id, 'undo')
  for (const one of [leader, hand])
    expect([await hoursOf(one), await monthsOf(one)]).toEqual([[], []])
  expect((await timelineCost(grown.id)) ?? 0).toBe(0)
  expect((await farm.show(made.id)).hours).toMatchObject([
    { workerId: leader.workerId, pieces: 186.5, hours: 6 },
    { workerId: hand.workerId, hours: 2.5 },
  ])
})

test('whoever counts pieces need not count hours, and units are not added to one another', async () => {
  const leader = await farm.person()
  const { areaId } = (await farm.plot()) as Made & { areaId: number }
  for (const [pieceUnit, pieces] of [
    ['斤', 100],
    ['箱', 12],
    ['斤', 20.25],
  ] as const) {
    const { id } = await farm.task({
      areaId,
      taskTypeId: await farm.kind('harvest', { ...byPiece, pieceUnit, pieceRate: 2 }),
      leaderId: leader.workerId,
    })
    await farm.move(leader, id, 'start')
    await farm.move(leader, id, 'finish', { hours: [{ workerId: leader.workerId, pieces }] })
    await farm.move(mine.admin, id, 'adopt')
    expect(await farm.show(id)).toMatchObject({ workedHours: null, laborCost: pieces * 2 })
  }
  expect(await monthsOf(leader)).toMatchObject([
    {
      days: 1,
      tasks: 3,
      hours: null,
      pieces: '120.25 斤, 12 箱',
      pieceAmount: 264.5,
      amount: 264.5,
    },
  ])
})

test('pieces of what is paid by the hour, and lines that say nothing, are refused', async () => {
  const leader = await farm.person()
  const report = async (taskTypeId: number, line: Line) => {
    const { id } = await farm.task({ taskTypeId, leaderId: leader.workerId })
    await farm.move(leader, id, 'start')
    const answer = await leader.send(taskMoves.finish, {
      id,
      hours: [{ workerId: leader.workerId, ...line }],
    })
    return [answer.statusCode, answer.json().fields?.hours]
  }
  const [hourly, counted] = [await farm.kind('farming'), await farm.kind('harvest', byPiece)]
  expect(await report(hourly, { hours: 2, pieces: 3 })).toEqual([
    422,
    expect.stringContaining('不计件'),
  ])
  expect(await report(hourly, {})).toEqual([422, '每个人都要填工时。'])
  expect(await report(counted, {})).toEqual([422, '每个人都要填数量或工时。'])
  expect((await report(counted, { pieces: 1.001 }))[0]).toBe(400)
})

test('a type that is paid by the piece says of what, and how much; by the hour it says neither', async () => {
  const type = (more: Line) =>
    mine.admin.send(callOf(taskType, 'create'), {
      name: `采 ${JSON.stringify(more)}`.slice(0, 40),
      code: unique('k'),
      category: 'harvest',
      ...more,
    })
  for (const lacking of ['pieceUnit', 'pieceRate']) {
    const answer = await type({ ...byPiece, [lacking]: null })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [lacking]])
  }
  const plain = await type({ payBy: null, pieceUnit: '斤', pieceRate: 1 })
  expect(plain.json()).toMatchObject({ payBy: 'hour' })
  expect(await farm.task({ taskTypeId: plain.json().id })).toMatchObject({
    pieceUnit: null,
    pieceRate: null,
  })
})
