import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { self, sessions } from '#contract/account/self.ts'
import { favorites } from '#contract/account/favorites.ts'
import { call } from '#src/api/call.ts'
import { endImpersonation, startImpersonation } from '#src/api/impersonation.ts'
import { setScope } from '#src/api/scope.ts'
import { onSessionOver, sessionOver } from '#src/api/session.ts'
import { accessToken, storeSession } from '#src/api/tokens.ts'
import { expired, fakeServer, pair, refusal } from './fake-server.ts'

const go = vi.fn()
const stay = () => import('#src/api/stay.ts')
let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  go.mockClear()
  storeSession(pair('own'))
  setScope({ tenantId: 7, permissionVersion: 1 })
})
afterEach(() => {
  stop()
  setScope(null)
})

it('who is refused where they still are stays there', async () => {
  const { checkStay, onRefused } = await stay()
  const log = fakeServer(({ path }) =>
    path.endsWith('/self') ? { body: { tenantId: 7, admin: true } } : refusal(404, 'not_found'),
  )
  const looked = vi.fn(() => checkStay(() => call(self, {}, { quiet: true }), go))
  stop = onRefused(looked)
  await expect(call(favorites, {})).rejects.toMatchObject({ status: 404 })
  await looked.mock.results[0]!.value
  expect(log).toHaveLength(2)
  expect(go).not.toHaveBeenCalled()
})

it('who is refused because they are in the tenant no longer is led away once, and told why', async () => {
  const { checkStay, onRefused, takeStayReason } = await stay()
  fakeServer(({ path }) =>
    path.endsWith('/self') ? { body: { tenantId: -1, admin: true } } : refusal(403, 'mismatch'),
  )
  const looked = vi.fn(() => checkStay(() => call(self, {}, { quiet: true }), go))
  stop = onRefused(looked)
  await Promise.allSettled([call(favorites, {}), call(favorites, {})])
  await Promise.all(looked.mock.results.map(({ value }) => value as Promise<void>))
  await checkStay(() => call(self, {}, { quiet: true }), go)
  expect(go.mock.calls).toEqual([['/web/farm/home']])
  expect([takeStayReason(), takeStayReason()]).toEqual(['operator', null])
})

it('whoever acted for somebody is themselves again when that is over, and signs in nowhere', async () => {
  const { takeStayReason } = await stay()
  startImpersonation(pair('theirs'))
  const ask = vi.fn(async () => true)
  stop = onSessionOver(ask)
  fakeServer(() => expired())
  expect(await sessionOver(go)).toBe(false)
  expect(accessToken()).toBe('access-own')
  expect([ask.mock.calls, go.mock.calls]).toEqual([[], [['/web/farm/home']]])
  expect(takeStayReason()).toBe('acting')
  // Their own being over too, they are asked as ever.
  expect(endImpersonation()).toBe(false)
  await expect(call(sessions, {})).rejects.toMatchObject({ status: 401 })
  expect(ask).toHaveBeenCalledTimes(1)
})
