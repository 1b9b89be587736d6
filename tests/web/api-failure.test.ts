import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessions, setRealName } from '#contract/account/self.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { onTip, tipKey, type Tip } from '#src/api/error-toasts.ts'
import { storeSession } from '#src/api/tokens.ts'
import { fakeServer, pair, refusal, type Reply } from './fake-server.ts'

async function refused(reply: Reply): Promise<ApiError> {
  fakeServer(() => reply)
  const error: unknown = await call(setRealName, { realName: 'a' }, { quiet: true }).catch(
    (e: unknown) => e,
  )
  if (!(error instanceof ApiError)) throw new Error('was not refused')
  return error
}
beforeEach(() => {
  localStorage.clear()
  storeSession(pair('a'))
})

describe('failures', () => {
  it('understands a true status with every field', async () => {
    const current = { id: 1, objectVersionNumber: 4 }
    const error = await refused(
      refusal(409, 'error.optimistic_lock', '已被修改', {
        current,
        changedBy: '陈',
        fields: { name: '太长' },
        missing: ['a.b'],
      }),
    )
    expect(error).toMatchObject({
      status: 409,
      code: 'error.optimistic_lock',
      message: '已被修改',
      requestId: 'r-1',
      current,
      changedBy: '陈',
      fields: { name: '太长' },
      missing: ['a.b'],
    })
  })
  it('understands failed: true sent with 200', async () => {
    expect(await refused(refusal(200, 'wfpf.user.hadRegister', '已注册'))).toMatchObject({
      status: 200,
      code: 'wfpf.user.hadRegister',
      message: '已注册',
    })
  })
  it('understands the refusal of an upload', async () => {
    expect(
      await refused({ body: { failed: true, message: '太大', status: 413, data: null } }),
    ).toMatchObject({ status: 413, message: '太大', code: 'tip.413' })
  })
  it('understands the body of an OAuth service', async () => {
    expect(
      await refused({
        status: 401,
        body: {
          error: 'unauthorized',
          error_description: '密码错误',
          code: 'hoth.warn.passwordError',
        },
      }),
    ).toMatchObject({
      status: 401,
      code: 'hoth.warn.passwordError',
      message: '密码错误',
    })
  })
  it('understands a proxy that answers with a page', async () => {
    expect(
      await refused({
        status: 502,
        body: '<html>bad gateway</html>',
        headers: { 'content-type': 'text/html', 'x-request-id': 'p-1' },
      }),
    ).toMatchObject({
      status: 502,
      code: 'tip.502',
      requestId: 'p-1',
    })
  })
  it('reads when to come back', async () => {
    expect(
      await refused({ ...refusal(429, 'error.visit.frequent'), headers: { 'retry-after': '12' } }),
    ).toMatchObject({ status: 429, retryAfter: 12 })
  })
  it.each([
    ['ERR_NETWORK', 'tip.network'],
    ['ECONNABORTED', 'tip.timeout'],
    ['ETIMEDOUT', 'tip.timeout'],
    ['ERR_CANCELED', 'request.cancelled'],
  ])('tells %s apart', async (silence, code) =>
    expect(await refused({ silence })).toMatchObject({ status: 0, code }),
  )
  it('does not take a row that happens to hold failed: false for a failure', async () => {
    fakeServer(() => ({ body: { failed: false, id: 1 } }))
    expect(await call(sessions, {})).toEqual({ failed: false, id: 1 })
  })
  it('does not send a wrong password to sign-in', async () => {
    const error = await refused(refusal(401, 'error.permission.mismatch'))
    expect(error.isExpired).toBe(false)
  })
})

describe('tips', () => {
  let tips: Tip[] = []
  let stop = () => {}
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.now() + 100_000 })
    tips = []
    stop = onTip((tip) => tips.push(tip))
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })
  const read = () => call(sessions, {}).catch(() => undefined)
  const write = () => call(setRealName, { realName: 'a' }).catch(() => undefined)

  it('come once a second, however much fails', async () => {
    fakeServer(() => refusal(500, 'error.error'))
    await Promise.all([read(), read(), read()])
    expect(tips).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1001)
    await read()
    expect(tips).toHaveLength(2)
    expect(tips[0]).toMatchObject({ status: 500, code: 'error.error', requestId: 'r-1' })
  })
  it('never swallow a failed write', async () => {
    fakeServer(({ method }) => refusal(method === 'GET' ? 404 : 403, 'x'))
    await read()
    await write()
    expect(tips.map((tip) => tip.status)).toEqual([404])
    await vi.advanceTimersByTimeAsync(1001)
    expect(tips.map((tip) => tip.status)).toEqual([404, 403])
  })
  it('leave alone who asked for quiet and what was cancelled', async () => {
    fakeServer(() => refusal(500, 'x'))
    await call(sessions, {}, { quiet: true }).catch(() => undefined)
    fakeServer(() => ({ silence: 'ERR_CANCELED' }))
    await read()
    expect(tips).toEqual([])
  })
  it('have a text of ours for the catalogue’s statuses and the server’s for others', () => {
    expect([403, 404, 500, 503].map((status) => tipKey({ status, code: 'x' }))).toEqual([
      'tip.403',
      'tip.404',
      'tip.500',
      'tip.503',
    ])
    expect(tipKey({ status: 422, code: 'x' })).toBeNull()
    expect(tipKey({ status: 0, code: 'tip.timeout' })).toBe('tip.timeout')
    expect([413, 429].map((status) => tipKey({ status, code: 'error.body_too_large' }))).toEqual([
      null,
      null,
    ])
    expect(tipKey({ status: 429, code: 'tip.429' })).toBe('tip.429')
  })
})
