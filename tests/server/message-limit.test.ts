import { expect, test } from 'vitest'
import { MessageLimit } from '#server/modules/telemetry/engine/message-limit.ts'

test('a tenant sends as many messages a minute as the operator lets it, and then one by one', () => {
  let now = 0
  const limit = new MessageLimit(() => now)
  limit.set([
    { id: 1, maxMessages: 60 },
    { id: 2, maxMessages: 0 },
  ])
  const sends = (tenant: number, most: number) => {
    let sent = 0
    for (; sent < most && limit.secondsOf(tenant) === 0; sent++) limit.note(tenant)
    return sent
  }
  expect([sends(1, 1000), sends(2, 1000), sends(3, 1000)]).toEqual([60, 0, 1000])
  expect([limit.secondsOf(1), limit.secondsOf(2), limit.secondsOf(3)]).toEqual([1, 60, 0])
  now += 10_000
  expect([sends(1, 1000), sends(2, 1000)]).toEqual([10, 0])
  // However long nobody sends, no more than a minute's come at once.
  now += 3_600_000
  limit.set([{ id: 1, maxMessages: 60 }])
  expect([sends(1, 1000), sends(2, 1000)]).toEqual([60, 1000])
  limit.set([{ id: 1, maxMessages: 120 }])
  expect(sends(1, 1000)).toBe(120)
})
