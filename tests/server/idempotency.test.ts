import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveFavorites } from '#contract/account/favorites.ts'
import { noviceCheck } from '#contract/account/tenant.ts'
import { camera } from '#contract/camera/camera.ts'
import { callOf } from '#contract/entity-calls.ts'
import { unit } from '#contract/inventory/unit.ts'
import { setMessageRobot, testMessageWay } from '#contract/message/ways.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'
import { make } from './samples.ts'

const { app, mine } = await oneFarm()
const { admin } = mine
const keyed = (key: string) => ({ 'idempotency-key': key })
const newUnit = () => ({ name: unique('单位'), code: unique('u') })
const units = async () => (await admin.call(callOf(unit, 'list'), { size: 0 })).content.length

test.each([
  ['empty', ''],
  ['blank', '  '],
  ['longer than is kept', 'k'.repeat(101)],
  ['of letters that no header is of', 'é'.repeat(20)],
  ['with a tab in it', 'a\tb'],
])('a key that is %s is refused with what a key is, and nothing is done', async (_what, key) => {
  const before = await units()
  for (const answer of [
    await admin.send(callOf(unit, 'create'), newUnit(), keyed(key)),
    await admin.send(testMessageWay, { way: 'sms' }, keyed(key)),
    await admin.send(setMessageRobot, { channel: 'wecom', url: '' }, keyed(key)),
    await admin.send(noviceCheck, {}, keyed(key)),
  ]) {
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'error.idempotency.key'])
    expect(answer.json().message).toContain('Idempotency-Key')
  }
  expect(await units()).toBe(before)
  // It says nothing of a question.
  expect((await admin.send(callOf(unit, 'list'), {}, keyed(key))).statusCode).toBe(200)
})

test('what is said twice under one key is answered alike, whatever the call answers', async () => {
  const one = await make(camera, admin)
  const found = await make(unit, admin)
  for (const ask of [
    (key: string) => admin.send(callOf(unit, 'delete'), { id: found.id }, keyed(key)),
    (key: string) => admin.send(noviceCheck, {}, keyed(key)),
    (key: string) => admin.send(callOf(camera, 'delete'), { id: one.id }, keyed(key)),
    (key: string) => admin.send(saveFavorites, { links: [] }, keyed(key)),
    (key: string) => admin.send(setMessageRobot, { channel: 'wecom', url: '' }, keyed(key)),
  ]) {
    const key = unique('same')
    const [first, second] = [await ask(key), await ask(key)]
    expect([first.statusCode < 300, first.body]).toEqual([true, first.body])
    const told = (answer: typeof first) => [
      answer.statusCode,
      answer.headers['content-type'],
      answer.body,
    ]
    expect(told(second)).toEqual(told(first))
  }
})

test('a refusal is no answer to keep, though something was noted before it', async () => {
  const key = unique('refused')
  const ask = () => admin.send(testMessageWay, { way: 'robot' }, keyed(key))
  for (const answer of [await ask(), await ask()])
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'alarm.not_delivered'])
})

test('where whoever did it died before answering, what was written is no answer', async () => {
  const key = unique('died')
  const asked = newUnit()
  const ask = () => admin.send(callOf(unit, 'create'), asked, keyed(key))
  expect((await ask()).statusCode).toBe(200)
  await app.db.write(mine.id, (tx) =>
    sql`update idempotency set answer = '{"value": {"rows": [], "numAffectedRows": "1"}}'
      where key = ${key}`.execute(tx),
  )
  const again = await ask()
  expect([again.statusCode, again.json().code]).toEqual([409, 'error.idempotency.unanswered'])
})
