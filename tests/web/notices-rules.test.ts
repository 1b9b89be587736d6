import { expect, test } from 'vitest'
import type { NoticeForReader } from '#contract/message/reader-calls.ts'
import {
  endOfToday,
  isOwnAddress,
  latestToShow,
  newsIn,
  unreadOf,
} from '#src/shell/notices/rules.ts'

const notice = (id: number, readFlag: 0 | 1) => ({ id, readFlag }) as NoticeForReader

test('the bell shows the sum of whatever is counted', () => {
  expect(unreadOf({ unreadMessageCount: 2, unreadNoticeCount: 3, later: 4 })).toBe(9)
  expect(unreadOf({ unreadMessageCount: 2, note: 'x' })).toBe(2)
})

test('the latest message is the first one, and only if it was not read', () => {
  expect(latestToShow([notice(2, 0), notice(1, 1)])?.id).toBe(2)
  expect(latestToShow([notice(2, 1), notice(1, 0)])).toBeNull()
  expect(latestToShow([])).toBeNull()
})
test('what is pinned and read hides nothing newer', () => {
  const at = (id: number, readFlag: 0 | 1, publishedDate: string) => ({
    ...notice(id, readFlag),
    publishedDate,
  })
  const pinned = at(1, 1, '2026-11-01T08:00:00Z')
  expect(latestToShow([pinned, at(2, 0, '2026-11-20T08:00:00Z')])?.id).toBe(2)
  expect(latestToShow([pinned, at(2, 1, '2026-11-20T08:00:00Z')])).toBeNull()
})

test('due is what was published up to the end of today', () => {
  const end = new Date(endOfToday(new Date(2026, 10, 20, 8, 30)))
  expect([end.getDate(), end.getHours(), end.getMinutes(), end.getSeconds()]).toEqual([
    20, 23, 59, 59,
  ])
})

test('an attachment is fetched with the session only from this console', () => {
  const own = (address: string) => isOwnAddress(address, 'https://furrow.example')
  expect(['/hfle/v1/5/files/a.pdf', 'https://furrow.example/x'].map(own)).toEqual([true, true])
  expect(
    [
      'https://elsewhere.example/x',
      '//elsewhere.example/x',
      'javascript:alert(1)',
      'http://furrow.example/x',
    ].map(own),
  ).toEqual([false, false, false, false])
})

test('the bell leads to what was told to oneself while some of it is unread', () => {
  expect([
    newsIn(undefined),
    newsIn({ unreadMessageCount: 0 }),
    newsIn({ unreadMessageCount: 1 }),
  ]).toEqual(['announcements', 'announcements', 'notifications'])
})
