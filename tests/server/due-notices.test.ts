import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { messages } from '#contract/message/reader-calls.ts'
import { saveMessageSettings } from '#contract/message/ways.ts'
import { ownTaskList, task } from '#contract/work/task.ts'
import type { Client } from '#server/demo/client.ts'
import { rows } from '#server/db/database.ts'
import { tellOfDue } from '#server/modules/work/due-notices.ts'
import { oneStore } from './ground.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const at = (days: number, hour: string) => new Date(`${day(days)}T${hour}:00+08:00`)
const look = (when: Date) => app.db.write(mine.id, (tx) => tellOfDue(tx, mine.id, when))
const subjects = async (who: Client) =>
  (await who.call(messages, { size: 100 })).content
    .map(({ subject }) => subject)
    .filter((subject) => /今天到期|逾期/.test(subject))
    .toSorted()
/** A task that ends so many days from now, and is known since the day before. */
async function ends(days: number, leader: number | null, more: Record<string, unknown> = {}) {
  const made = await farm.task({
    startsOn: day(days - 1),
    endsOn: day(days),
    leaderId: leader,
    ...more,
  })
  await app.db.write(mine.id, (tx) =>
    sql`update task set creation_date = now() - interval '3 days' where id = ${made.id}`.execute(
      tx,
    ),
  )
  return made
}

test('its people are told on the morning of its last day, and the day after, once each', async () => {
  const [leader, helper, other, silent] = [
    await farm.person(),
    await farm.person(),
    await farm.person(),
    await farm.person([]),
  ]
  const one = await ends(1, leader.workerId, {
    participantIds: [helper.workerId, silent.workerId],
  })
  await look(at(0, '08:00'))
  await look(at(1, '06:30'))
  expect(await subjects(leader)).toEqual([])
  await Promise.all([look(at(1, '07:00')), look(at(1, '07:00'))])
  await look(at(1, '15:00'))
  const due = `今天到期：${one.title}`
  expect([await subjects(leader), await subjects(helper)]).toEqual([[due], [due]])
  expect([await subjects(other), await subjects(silent)]).toEqual([[], []])
  await look(at(2, '07:01'))
  await look(at(3, '09:00'))
  const late = `已逾期：${one.title}`
  expect(await subjects(helper)).toEqual([due, late].toSorted())
  // Who made it is told that it is late, of nothing before.
  expect((await subjects(mine.admin)).filter((said) => said.includes(one.title))).toEqual([late])
  // Its end is moved: a new day, told anew.
  await app.db.write(mine.id, (tx) =>
    sql`update task set ends_on = ${day(5)} where id = ${one.id}`.execute(tx),
  )
  await look(at(5, '08:00'))
  expect((await subjects(leader)).filter((said) => said === due).length).toBe(2)
  expect(await subjects(silent)).toEqual([])
})

test('what is over, was given out on its last day or ended long ago is not told of', async () => {
  const worker = await farm.person()
  const done = await ends(1, worker.workerId)
  await farm.move(worker, done.id, 'start')
  await farm.move(worker, done.id, 'finish', { hours: [{ workerId: worker.workerId, hours: 1 }] })
  await farm.task({ startsOn: day(), endsOn: day(), leaderId: worker.workerId })
  await ends(-9, worker.workerId)
  await look(at(0, '12:00'))
  await look(at(1, '12:00'))
  expect((await subjects(worker)).filter((said) => !said.startsWith('已逾期'))).toEqual([])
})

test('several on one morning are one message; ways and quiet hours are everybody’s own', async () => {
  const worker = await farm.person()
  const quiet = await farm.person()
  await quiet.call(saveMessageSettings, { ways: { task: [] }, quiet: null })
  const made = [
    await ends(20, worker.workerId, { participantIds: [quiet.workerId] }),
    await ends(20, worker.workerId),
  ]
  await look(at(20, '08:00'))
  expect(await subjects(worker)).toEqual(['今天到期：2 项任务'])
  expect(await subjects(quiet)).toEqual([])
  const [letter] = await app.db.read(mine.id, (tx) =>
    rows<{ content: string }>(
      tx,
      sql`select content from user_message where subject = '今天到期：2 项任务' order by id desc limit 1`,
    ),
  )
  for (const { title } of made) expect(letter!.content).toContain(title)
})

test('in the reader’s language', async () => {
  const worker = await farm.person([ownTaskList, task.permissions.list])
  await app.db.platform((tx) =>
    sql`update account set language = 'en-US' where id = ${worker.accountId}`.execute(tx),
  )
  const one = await ends(30, worker.workerId)
  await look(at(30, '08:00'))
  const { content } = await worker.call(messages, { size: 100 })
  expect(content.map(({ subject }) => subject)).toContain(`Due today: ${one.title}`)
})
