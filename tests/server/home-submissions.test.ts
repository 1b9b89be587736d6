import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { homeWaiting } from '#contract/home/home-calls.ts'
import {
  app,
  approve,
  flow,
  memberIds,
  mine,
  node,
  people,
  submit,
  submitter,
} from './approval-ground.ts'

const told = async (who: typeof submitter) =>
  (await who.call(homeWaiting, {})).items.filter(({ kind }) => kind === 'submission')

test('what one handed in oneself is told until it is decided: whom it waits for, and until when', async () => {
  await flow([node({ name: '主管', userIds: [memberIds[0]!] })])
  const thirdId = await submit()
  const due = new Date(Date.now() + 3_600_000).toISOString()
  await app.db.write(mine.id, (tx) =>
    sql`update approval_task set due_at = ${due} where state = 1`.execute(tx),
  )
  expect(await told(submitter)).toMatchObject([
    {
      urgency: 0,
      task: { thirdId, currentTaskName: expect.stringContaining('主管 · '), dueAt: due },
    },
  ])
  expect(await told(people[1]!)).toEqual([])
  await approve(people[0]!, thirdId)
  expect(await told(submitter)).toEqual([])
})
