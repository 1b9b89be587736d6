import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkResources } from '#contract/account/menus.ts'
import { saveTheme } from '#contract/account/tenant.ts'
import { endSession, sessions, setRealName } from '#contract/account/self.ts'
import { logout, token } from '#contract/account/sign-in.ts'
import { call as define } from '#contract/call.ts'
import { jobs } from '#contract/platform/platform-calls.ts'
import { call, resolveEndpoint } from '#src/api/call.ts'
import { setScope } from '#src/api/scope.ts'
import { storeSession } from '#src/api/tokens.ts'
import { fakeServer, pair } from './fake-server.ts'

beforeEach(() => {
  localStorage.clear()
  setScope({ tenantId: 7, permissionVersion: 1 })
  storeSession(pair('a'))
})

describe('addresses', () => {
  it('takes the tenant from the page and other names from the input', () => {
    expect(
      resolveEndpoint('POST /wfpf/v1/{tenant}/menu-theme/{id}', { id: 3, theme: '{}' }),
    ).toEqual({
      method: 'POST',
      url: '/wfpf/v1/7/menu-theme/3',
      rest: { theme: '{}' },
    })
  })
  it('escapes what it puts into a path', () => {
    expect(resolveEndpoint('GET /a/{key}', { key: '../x/?y' }).url).toBe('/a/..%2Fx%2F%3Fy')
  })
  it('lets a call name another tenant, zero included', () => {
    expect(resolveEndpoint('GET /wfpf/v1/{tenant}/tenant/domain', {}, 0).url).toBe(
      '/wfpf/v1/0/tenant/domain',
    )
  })
  it('refuses to ask without a tenant or an id', () => {
    setScope(null)
    expect(() => resolveEndpoint('GET /x/{tenant}', {})).toThrow('{tenant}')
    expect(() => resolveEndpoint('GET /x/{id}', { id: '' })).toThrow('{id}')
  })
  it('leaves the input as it was', () => {
    const input = { id: 1, name: 'a' }
    resolveEndpoint('PUT /x/{id}', input)
    expect(input).toEqual({ id: 1, name: 'a' })
  })
})

describe('call', () => {
  it('puts the input of a GET into the query, without empty values', async () => {
    const log = fakeServer(() => ({ body: { content: [] } }))
    await call(jobs, { page: 1, size: undefined })
    expect(log[0]).toMatchObject({ method: 'GET', path: '/iam/v1/7/jobs', params: { page: 1 } })
    expect(log[0]!.params).not.toHaveProperty('size')
    expect(log[0]!.headers).toMatchObject({
      authorization: 'Bearer access-a',
      'accept-language': 'zh-CN',
    })
    expect(log[0]!.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(log[0]!.headers).not.toHaveProperty('idempotency-key')
  })
  it('asks in the stored language', async () => {
    localStorage.setItem('language', 'en-US')
    const log = fakeServer(() => ({ body: [] }))
    await call(sessions, {})
    expect(log[0]!.headers['accept-language']).toBe('en-US')
  })
  it('sends a list as it is and a DELETE without a body', async () => {
    const log = fakeServer(() => ({ body: [] }))
    await call(checkResources, ['a', 'b'])
    await call(endSession, { id: 5 })
    expect(log[0]!.body).toEqual(['a', 'b'])
    expect(log[1]).toMatchObject({
      method: 'DELETE',
      path: '/iam/stong/v1/users/sessions/5',
      body: undefined,
    })
  })
  it('sends forms form-encoded and public calls without a token', async () => {
    const log = fakeServer(() => ({ body: pair('b') }))
    await call(token, {
      grant_type: 'password',
      username: '陈',
      password: 'x'.repeat(20),
      captcha: undefined,
    })
    await call(logout, { access_token: 'q' })
    expect(log[0]!.headers['content-type']).toContain('application/x-www-form-urlencoded')
    expect(log[0]!.body).toEqual({
      grant_type: 'password',
      username: '陈',
      password: 'x'.repeat(20),
    })
    expect(log[0]!.headers).not.toHaveProperty('authorization')
  })
  it('marks what posts with a key of its own, and keeps a given one', async () => {
    const post = define({
      endpoint: 'POST /x',
      summary: '',
      access: 'signed-in',
      input: z.object({ a: z.int() }),
      answer: z.object({ id: z.int() }),
    })
    const log = fakeServer(() => ({ body: { id: 1 } }))
    await call(post, { a: 1 })
    await call(post, { a: 1 })
    await call(post, { a: 1 }, { idempotencyKey: 'mine' })
    await call(saveTheme, { id: 1, theme: '{}' })
    const keys = log.map((asked) => asked.headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys[2]).toBe('mine')
    expect(keys[3]).toBeUndefined()
  })
  it('takes 204 and an empty body for success', async () => {
    fakeServer(() => ({ status: 204 }))
    expect(await call(setRealName, { realName: '陈' })).toBeUndefined()
    fakeServer(() => ({ status: 200, body: '' }))
    expect(await call(setRealName, { realName: '陈' })).toBeUndefined()
  })
})
