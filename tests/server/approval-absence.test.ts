import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { delegate, endDelegation, myDelegation } from '#contract/approval/delegation-calls.ts'
import { self } from '#contract/account/self.ts'
import { newMember, newTenant } from './harness.ts'
import {
  type Member,
  app,
  approve,
  bell,
  caseOf,
  flow,
  idOf,
  inbox,
  memberIds,
  mine,
  node,
  outcomes,
  people,
  status,
  story,
  submit,
  submitter,
  taskOf,
} from './approval-ground.ts'

test('who leaves is passed over; where nobody is left an administrator is asked', async () => {
  const [first, second] = [await newMember(app, mine, []), await newMember(app, mine, [])]
  await flow([node({ userIds: [await idOf(first), await idOf(second)], mode: 'all' })])
  const id = await submit()
  const leave = (one: Member) =>
    app.db.write(mine.id, (tx) =>
      sql`update member set enabled_flag = 0 where account_id = ${one.accountId}`.execute(tx),
    )
  await leave(first)
  await app.approvals.round()
  expect((await caseOf(id)).state).toBe(1)
  await leave(second)
  await app.approvals.round()
  expect(
    (await story(mine.admin, id)).events.map(({ kind, detail }) => detail.standIn ?? kind),
  ).toEqual(['submitted', 'asked', 'left', 'left', 'left'])
  await approve(mine.admin, id)
  expect(await outcomes(id)).toEqual(['approved'])
})

test('whoever is away names a colleague, who is asked in their place and nobody else is', async () => {
  const [away, standIn, other] = [people[0]!, people[4]!, people[1]!]
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const set = (client: Member, to: number, more: object = {}) =>
    client.call(delegate, {
      toAccountId: to,
      beginsOn: day(-1),
      endsOn: day(1),
      formCodes: [],
      ...more,
    })
  await flow([
    node({ name: '主管', userIds: [memberIds[0]!] }),
    node({ name: '会签', userIds: [memberIds[0]!, memberIds[1]!, memberIds[4]!], mode: 'all' }),
  ])
  // Refused at the field: oneself, somebody of another tenant, a span that is over or turned round.
  const stranger = await newMember(app, await newTenant(app), [])
  const refused = async (to: number, more: object = {}) => {
    const answer = await away.send(delegate, {
      toAccountId: to,
      beginsOn: day(-1),
      endsOn: day(1),
      formCodes: [],
      ...more,
    })
    return [answer.statusCode, Object.keys((answer.json() as { fields?: object }).fields ?? {})]
  }
  expect(await refused(away.accountId)).toEqual([422, ['toAccountId']])
  expect(await refused(stranger.accountId)).toEqual([422, ['toAccountId']])
  expect(await refused(standIn.accountId, { beginsOn: day(-9), endsOn: day(-5) })).toEqual([
    422,
    ['endsOn'],
  ])
  expect(await refused(standIn.accountId, { beginsOn: day(5), endsOn: day(3) })).toEqual([
    422,
    ['endsOn'],
  ])

  const waiting = await submit()
  const open = (await inbox(away)).length
  expect(await set(away, standIn.accountId, { takesOpen: true })).toEqual({ moved: open })
  expect([await taskOf(away, waiting), (await taskOf(standIn, waiting))?.forName]).toEqual([
    undefined,
    null,
  ])
  expect((await bell(standIn)).map(({ subject }) => subject)).toContain(
    `${(await away.call(self)).realName}委托您审批`,
  )
  const id = await submit()
  expect(await taskOf(away, id)).toBeUndefined()
  expect((await taskOf(standIn, id))!.forName).toEqual(expect.any(String))
  expect((await story(submitter, id)).events.map(({ kind }) => kind)).toEqual([
    'submitted',
    'asked',
    'delegated',
  ])
  await approve(standIn, id)
  // Who is asked for themselves is asked once.
  expect((await story(submitter, id)).waiting.map(({ name }) => name)).toHaveLength(2)
  await approve(standIn, id)
  await approve(other, id)
  expect(await outcomes(id)).toEqual(['approved'])

  // What they handed in themselves, they do not decide in somebody’s place; nor does a question go
  // round in circles.
  const theirs = await submit(undefined, undefined, [], standIn.accountId)
  expect(await taskOf(away, theirs)).toBeDefined()
  await set(standIn, other.accountId)
  const circled = await submit()
  expect([(await taskOf(away, circled)) !== undefined, await taskOf(standIn, circled)]).toEqual([
    true,
    undefined,
  ])
  await standIn.call(endDelegation)
  // Other forms, other days, and an end.
  await set(away, standIn.accountId, { formCodes: ['transfer'] })
  const otherForm = await submit()
  expect(await taskOf(away, otherForm)).toBeDefined()
  await set(away, standIn.accountId, { beginsOn: day(2), endsOn: day(4) })
  const later = await submit()
  expect(await taskOf(away, later)).toBeDefined()
  expect(await away.call(myDelegation)).toMatchObject({
    mine: { toAccountId: standIn.accountId, isThere: true, isActive: false },
    forMe: [],
  })
  expect(await standIn.call(myDelegation)).toMatchObject({
    mine: null,
    forMe: [{ isActive: false }],
  })
  await away.call(endDelegation)
  expect(await status(away.call(endDelegation))).toBe(404)
})
