import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstRows, type Entity } from '#contract/entity.ts'
import { call } from '#src/api/call.ts'
import { self } from '#src/api/public-calls.ts'
import { http } from '#src/api/client.ts'
import { isFirstHere, sendFirst, takeFirst } from '#src/api/first-requests.ts'
import { setScope } from '#src/api/scope.ts'
import { storeSession } from '#src/api/tokens.ts'
import { isResource } from '#src/kit/definition/resource.ts'
import { dataProvider } from '#src/providers/data.ts'
import { crudFilters } from '#src/kit/list/location/list-location.ts'
import { definitions } from '#src/resources/index.ts'
import { fakeServer, pair } from './fake-server.ts'

const selfPath = '/iam/stong/v1/users/self'
const list = '/wfpf/v1/{tenant}/unit?page=1&size=10'
const fetched = vi.fn(
  async (_url: string, _init?: RequestInit) =>
    new Response('{"id":1}', { status: 200, headers: { 'content-type': 'application/json' } }),
)
const adapter = http.defaults.adapter
beforeEach(() => {
  localStorage.clear()
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
  storeSession(pair('a'))
  localStorage.setItem('tenant', '7')
  setScope({ tenantId: 7, permissionVersion: 1 })
})
afterEach(() => {
  http.defaults.adapter = adapter
  setScope(null)
  vi.unstubAllGlobals()
  // Nothing is left for the next test.
  for (const address of [selfPath, list.replace('{tenant}', '7'), list.replace('{tenant}', '8')])
    takeFirst(address)
})

test('who is here and the rows of the last tenant are asked for at once, as the client would', async () => {
  sendFirst(selfPath, list)
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    selfPath,
    '/wfpf/v1/7/unit?page=1&size=10',
  ])
  expect(fetched.mock.calls[0]![1]!.headers).toMatchObject({
    Authorization: 'Bearer access-a',
    'Accept-Language': 'zh-CN',
  })
  await vi.waitFor(() => expect(isFirstHere(selfPath)).toBe(true))
  expect(await call(self, {})).toEqual({ id: 1 })
  expect(fetched).toHaveBeenCalledTimes(2)
})
test('of whoever was in no tenant no list is asked for', () => {
  localStorage.setItem('tenant', '-1')
  sendFirst(selfPath, list)
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([selfPath])
})
test('without a session, or with one that runs out, nothing is asked', () => {
  localStorage.setItem('access_token_expires_at', String(Date.now() + 1000))
  sendFirst(selfPath, list)
  localStorage.removeItem('access_token')
  sendFirst(selfPath, list)
  expect(fetched).not.toHaveBeenCalled()
})
test('an answer is given once, whatever the order of its query, and not when it has grown old', () => {
  sendFirst(selfPath, list)
  expect(takeFirst('/wfpf/v1/7/unit?size=10&page=1')).toBeInstanceOf(Promise)
  expect(takeFirst('/wfpf/v1/7/unit?size=10&page=1')).toBeUndefined()
  expect(takeFirst(selfPath, Date.now() + 60_000)).toBeUndefined()
})
test('the rows of another tenant than the last are nobody’s', () => {
  localStorage.setItem('tenant', '8')
  sendFirst(selfPath, list)
  expect(takeFirst('/wfpf/v1/7/unit?page=1&size=10')).toBeUndefined()
})
test('a network that failed is tried again, the usual way', async () => {
  fetched.mockRejectedValueOnce(new TypeError('network'))
  sendFirst(selfPath, undefined)
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(isFirstHere(selfPath)).toBe(false)
  const opened = vi.spyOn(XMLHttpRequest.prototype, 'open')
  // There is no server behind the second try; that it is made is the point.
  await call(self, {}, { quiet: true }).catch(() => undefined)
  expect(
    opened.mock.calls.map(([method, url]) => [
      method.toUpperCase(),
      new URL(String(url), location.origin).pathname,
    ]),
  ).toEqual([['GET', selfPath]])
  opened.mockRestore()
})

test.each(
  definitions.filter(isResource).map((definition) => [definition.screen.name, definition] as const),
)(
  'the page of %s names what its list asks',
  async (_, { entity, screen: { pageSize, usual = {} } }) => {
    const asked = fakeServer(() => ({ body: { content: [], totalElements: 0 } }), [http])
    const pagination = (entity as Entity).parent
      ? { mode: 'off' as const }
      : { currentPage: 1, pageSize: pageSize ?? 10 }
    const filters = crudFilters({ filters: usual }, entity, 'UTC')
    await dataProvider.getList({ resource: entity.name, pagination, filters })
    const named = new URL(
      firstRows(entity, { ...(pageSize && { pageSize }), usual }).replace('{tenant}', '7'),
      location.origin,
    )
    expect({
      path: asked[0]!.path,
      params: Object.fromEntries(
        Object.entries(asked[0]!.params).map(([name, value]) => [name, String(value)]),
      ),
    }).toEqual({ path: named.pathname, params: Object.fromEntries(named.searchParams) })
  },
)
