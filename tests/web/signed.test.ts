import { expect, test } from 'vitest'
import { signedAfter } from '#src/lib/field/signed.ts'

const at = '2026-05-04T00:00:00.000Z'
const phoneAt = Date.parse('2026-05-04T01:00:00.000Z')
const entry = (kind: 'signIn' | 'signOut' | 'log', more: object = {}) =>
  ({ kind, state: 'waiting', phoneAt, input: { areaId: 7 }, ...more }) as const

test('who is there is known by what waits on the phone, too', () => {
  const known = { at, areaId: 3 }
  expect(signedAfter(known, [])).toEqual(known)
  expect(signedAfter(known, [entry('log')])).toEqual(known)
  expect(signedAfter(known, [entry('signOut')])).toBeNull()
  expect(signedAfter(null, [entry('signIn')])).toEqual({
    at: '2026-05-04T01:00:00.000Z',
    areaId: 7,
  })
  expect(signedAfter(known, [entry('signOut'), entry('signIn', { actedAt: at })])).toEqual({
    at,
    areaId: 7,
  })
})

test('what was refused counts for nothing', () => {
  expect(signedAfter(null, [{ ...entry('signIn'), state: 'stopped' }])).toBeNull()
})
