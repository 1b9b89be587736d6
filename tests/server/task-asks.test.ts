import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fieldPack } from '#contract/work/field-calls.ts'
import { taskType } from '#contract/farm/task-type.ts'
import { taskRepeat } from '#contract/work/task-repeat.ts'
import { task } from '#contract/work/task.ts'
import { taskMoves } from '#contract/work/task-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { cellOf, clockOf } from '#server/http/list-cell.ts'
import { row } from '#server/db/database.ts'
import { makeDue } from '#server/modules/work/repeats.ts'
import { untyped } from '#server/demo/client.ts'
import { oneStore } from './ground.ts'
import { unique } from './harness.ts'
import { sample } from './samples.ts'
import { day, refusal } from './stock.ts'
import { Farm, type Person } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const checklist = [
  { item: '戴好口罩和手套', requiredFlag: 1 },
  { item: '洗净药桶', requiredFlag: 0 },
]
const ownFields = [
  { name: '风速', kind: 'number', unit: 'm/s', requiredFlag: 1 },
  { name: '喷头', kind: 'choice', choices: '扇形\n锥形', requiredFlag: 1 },
  { name: '下次喷药', kind: 'date' },
  { name: '有飘移', kind: 'yesNo', requiredFlag: 1 },
  { name: '说明', kind: 'text' },
]
const values = () => ({ name: unique('喷药'), code: unique('k'), category: 'farming' })
const newType = (more: Record<string, unknown> = {}) =>
  mine.admin.call(
    callOf(taskType, 'create'),
    untyped({ ...values(), checklist, ownFields, ...more }),
  )
const done = { item: '戴好口罩和手套', doneFlag: 1 }
const answers = [
  { name: '风速', answer: '2.5' },
  { name: '喷头', answer: '锥形' },
  { name: '有飘移', yesFlag: 0 },
]
/** A task of that kind that somebody has begun. */
async function begun(more: Record<string, unknown> = {}): Promise<{ leader: Person; id: number }> {
  const leader = await farm.person()
  const { id } = await farm.task({
    leaderId: leader.workerId,
    taskTypeId: (await newType()).id,
    ...more,
  })
  await farm.move(leader, id, 'start')
  return { leader, id }
}
const finish = ({ leader, id }: { leader: Person; id: number }, body: Record<string, unknown>) =>
  refusal(
    leader.send(taskMoves.finish, {
      id,
      hours: [{ workerId: leader.workerId, hours: 1 }],
      ...body,
    }),
  )

test('a kind of task names each thing once, and a choice has something to choose from', async () => {
  const refused = async (more: Record<string, unknown>) => {
    const { status, fields } = await refusal(
      mine.admin.send(callOf(taskType, 'create'), untyped({ ...values(), ...more })),
    )
    return [status, Object.keys(fields ?? {})]
  }
  const twice = { checklist: [checklist[0], { item: ' 戴好口罩和手套' }] }
  expect(await refused(twice)).toEqual([400, ['checklist']])
  const choice = { name: '喷头', kind: 'choice' }
  expect(await refused({ ownFields: [choice] })).toEqual([400, ['ownFields']])
  expect(await refused({ ownFields: [{ ...choice, choices: '扇形\n扇形' }] })).toEqual([
    400,
    ['ownFields'],
  ])
  expect(await refused({ ownFields: [{ name: '风', kind: 'wind' }] })).toEqual([400, ['ownFields']])
  const many = (length: number) => Array.from({ length }, (_one, at) => ({ item: `第 ${at} 项` }))
  expect(await refused({ checklist: many(31) })).toEqual([400, ['checklist']])
  expect(await newType({ checklist: many(30) })).toMatchObject({ checklist: many(30) })
})

test('what is required holds a report back, each with its name', async () => {
  const given = await begun()
  const refused = async (body: Record<string, unknown>) => {
    const { status, fields } = await finish(given, body)
    return [status, fields]
  }
  expect(await refused({})).toEqual([422, { checklist: '“戴好口罩和手套”还没有打勾。' }])
  const checked = { checklist: [done] }
  expect(await refused(checked)).toEqual([422, { ownFields: '请填写“风速”。' }])
  const wrong = (name: string, answer: string) => ({
    ...checked,
    ownFields: [...answers.filter((one) => one.name !== name), { name, answer }],
  })
  for (const [name, answer] of [
    ['风速', '很大'],
    ['喷头', '雾化'],
    ['下次喷药', '2026-02-30'],
  ] as const)
    expect(await refused(wrong(name, answer))).toEqual([
      422,
      { ownFields: `“${name}”填得不对，请检查。` },
    ])
  expect(await refused(wrong('有飘移', '1'))).toEqual([422, { ownFields: '请填写“有飘移”。' }])
  expect(await refused({ checklist: [done, { item: '看天', doneFlag: 1 }] })).toEqual([
    422,
    { checklist: '这项任务没有“看天”，请刷新后重填。' },
  ])
  expect((await finish(given, { ...checked, ownFields: answers })).status).toBe(200)
})

test('the record and its history have the answers, and a report that is sent back begins with none', async () => {
  const given = await begun()
  await finish(given, { checklist: [done], ownFields: answers })
  const shown = await farm.show(given.id)
  expect(shown.checklist).toMatchObject([{ doneFlag: 1 }, { item: '洗净药桶', doneFlag: 0 }])
  expect(shown.ownFields).toMatchObject([
    { name: '风速', unit: 'm/s', answer: '2.5' },
    { answer: '锥形' },
    { answer: null },
    { yesFlag: 0 },
    { answer: null },
  ])
  const audit = await app.db.read(mine.id, (tx) =>
    row<{ before: typeof shown; after: typeof shown }>(
      tx,
      sql`select before, after from audit where entity = 'task' and record_id = ${given.id} and action = 'finish'`,
    ),
  )
  expect(audit!.before.ownFields[0]!.answer).toBeNull()
  expect(audit!.after.ownFields[0]!.answer).toBe('2.5')
  const cell = (name: string) => cellOf(task, name, shown, 'zh-CN', clockOf('Asia/Shanghai'))
  expect(cell('checklist')).toBe('戴好口罩和手套 完成 是; 洗净药桶 完成 否')
  expect(cell('ownFields')).toBe('风速 2.5 m/s; 喷头 锥形; 下次喷药; 有飘移 填写内容 否; 说明')
  await farm.move(mine.admin, given.id, 'reject', { reason: '再喷一次' })
  expect(await finish(given, { checklist: [done] })).toMatchObject({
    status: 422,
    fields: { ownFields: '请填写“风速”。' },
  })
})

test('a task keeps the list of its type as it was; another type brings its own', async () => {
  const type = await newType()
  const made = await farm.task({ taskTypeId: type.id })
  const other = await newType({ checklist: [{ item: '称重' }], ownFields: [] })
  await mine.admin.call(
    callOf(taskType, 'edit'),
    untyped({
      ...values(),
      id: type.id,
      objectVersionNumber: type.objectVersionNumber,
      checklist: [],
      ownFields: [],
    }),
  )
  const items = async () => (await farm.show(made.id)).checklist.map(({ item }) => item)
  expect(await items()).toEqual(checklist.map(({ item }) => item))
  expect((await farm.task({ taskTypeId: type.id })).checklist).toEqual([])
  const changed = await mine.admin.call(callOf(task, 'edit'), {
    id: made.id,
    objectVersionNumber: made.objectVersionNumber,
    title: '改名',
    taskTypeId: type.id,
    areaId: made.areaId,
    startsOn: day(),
    endsOn: day(1),
  })
  expect(await items()).toEqual(checklist.map(({ item }) => item))
  await mine.admin.call(callOf(task, 'edit'), {
    id: made.id,
    objectVersionNumber: changed.objectVersionNumber,
    title: '改名',
    taskTypeId: other.id,
    areaId: made.areaId,
    startsOn: day(),
    endsOn: day(1),
  })
  expect(await items()).toEqual(['称重'])
})

test('work that comes again brings the list, and it goes out into the field', async () => {
  const leader = await farm.person()
  const title = unique('巡田')
  await mine.admin.call(callOf(taskRepeat, 'create'), {
    ...(await sample(taskRepeat, mine.admin)),
    title,
    taskTypeId: (await newType()).id,
    leaderId: leader.workerId,
    period: 'day',
    startsOn: day(),
  })
  await makeDue(app)
  const { content } = await leader.call(fieldPack)
  expect(content.find((one) => one.title === title)).toMatchObject({
    checklist: [{ item: '戴好口罩和手套', requiredFlag: 1, doneFlag: 0 }, {}],
    ownFields: [{ name: '风速', kind: 'number' }, { choices: '扇形\n锥形' }, {}, {}, {}],
  })
})
