import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isGranted, modulePermissions, resetPermissions } from '#src/api/permissions.ts'
import { setScope } from '#src/api/scope.ts'
import { storeSession } from '#src/api/tokens.ts'
import { fakeServer, pair, type Asked } from './fake-server.ts'

const granting =
  (...held: string[]) =>
  ({ body }: Asked) => ({
    body: (body as string[]).map((code) => ({
      code,
      approve: held.includes(code),
      controllerType: null,
    })),
  })
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  localStorage.clear()
  storeSession(pair('a'))
  setScope({ tenantId: 1, permissionVersion: 1 })
  resetPermissions()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('permission codes', () => {
  it('make one call for twenty askers, each code once', async () => {
    const log = fakeServer(granting('code.0', 'code.1'))
    const answers = Promise.all(
      Array.from({ length: 20 }, (_, index) => isGranted(`code.${index % 5}`)),
    )
    await after(299)
    expect(log).toHaveLength(0)
    await after(1)
    expect(await answers).toEqual(Array.from({ length: 20 }, (_, index) => index % 5 < 2))
    expect(log).toHaveLength(1)
    expect(log[0]!.body).toEqual(['code.0', 'code.1', 'code.2', 'code.3', 'code.4'])
  })
  it('wait for late askers, but no longer than a second', async () => {
    const log = fakeServer(granting())
    for (let index = 0; index < 6; index++) {
      void isGranted(`late.${index}`)
      await after(200)
    }
    expect(log).toHaveLength(1)
    expect(log[0]!.body).toEqual(['late.0', 'late.1', 'late.2', 'late.3', 'late.4'])
  })
  it('share a call that is under way', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const log = fakeServer(async (asked) => (await gate, granting('a')(asked)))
    const first = isGranted('a')
    await after(300)
    const second = isGranted('a')
    await after(2000)
    open()
    expect(await Promise.all([first, second])).toEqual([true, true])
    expect(log).toHaveLength(1)
  })
  it('of a list must all be granted; of an empty one none is missing', async () => {
    fakeServer(granting('a', 'b'))
    const answers = Promise.all([isGranted(['a', 'b']), isGranted(['a', 'c']), isGranted([])])
    await after(300)
    expect(await answers).toEqual([true, false, true])
  })
  it('are remembered for the tenant and version they were asked in', async () => {
    const log = fakeServer(granting('a'))
    void isGranted('a')
    await after(300)
    expect(await isGranted('a')).toBe(true)
    expect(log).toHaveLength(1)
    setScope({ tenantId: 1, permissionVersion: 2 })
    void isGranted('a')
    await after(300)
    expect(log).toHaveLength(2)
    setScope({ tenantId: 2, permissionVersion: 2 })
    void isGranted('a')
    await after(300)
    expect(log).toHaveLength(3)
  })
  it('do not carry an answer over into another tenant', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    fakeServer(async (asked) => (await gate, granting('a')(asked)))
    void isGranted('a')
    await after(300)
    setScope({ tenantId: 2, permissionVersion: 1 })
    open()
    await after(0)
    fakeServer(granting())
    const there = isGranted('a')
    await after(300)
    expect(await there).toBe(false)
  })
  it('the server does not mention, or grants oddly, are not granted', async () => {
    fakeServer(() => ({ body: [{ code: 'b', approve: 'true' }] }))
    const answers = Promise.all([isGranted('a'), isGranted('b')])
    await after(300)
    expect(await answers).toEqual([false, false])
  })
  it('are refused while there is no answer, and asked again later', async () => {
    fakeServer(() => ({ silence: 'ERR_NETWORK' }))
    const refused = isGranted('a')
    await after(300)
    expect(await refused).toBe(false)
    fakeServer(granting('a'))
    const again = isGranted('a')
    await after(300)
    expect(await again).toBe(true)
  })
  it('beyond what one call takes are sent in two', async () => {
    const log = fakeServer(granting())
    void isGranted(Array.from({ length: 301 }, (_, index) => `many.${index}`))
    await after(300)
    expect(log.map(({ body }) => (body as string[]).length)).toEqual([300, 1])
  })
  it('asked for just before a reset are answered for the new scope', async () => {
    const log = fakeServer(granting('a'))
    const answer = isGranted('a')
    await after(100)
    resetPermissions()
    await after(300)
    expect(await answer).toBe(true)
    expect(log).toHaveLength(1)
  })
})

describe('the list of a module', () => {
  const entry = { code: 'c', name: 'n', route: '/web/farm/base' }
  it('is fetched once, after a tenth of a second, and kept', async () => {
    const log = fakeServer(() => ({ body: [entry] }))
    const lists = Promise.all([
      modulePermissions('wfpf-farm'),
      modulePermissions('wfpf-farm'),
      modulePermissions('wfpf-inventory'),
    ])
    await after(99)
    expect(log).toHaveLength(0)
    await after(1)
    expect((await lists)[0]).toEqual({ codes: new Set(['c']), routes: new Set(['/web/farm/base']) })
    await modulePermissions('wfpf-farm')
    expect(log.map(({ params }) => params.subModule)).toEqual(['wfpf-farm', 'wfpf-inventory'])
  })
  it.each([
    ['empty', { body: [] }],
    ['not a list', { body: {} }],
    ['out of reach', { silence: 'ERR_NETWORK' }],
    ['refused', { status: 500, body: { failed: true } }],
  ])('opens nothing when it is %s, and is fetched again', async (_, reply) => {
    fakeServer(() => reply)
    const list = modulePermissions('wfpf-company')
    await after(100)
    expect((await list).routes.size).toBe(0)
    fakeServer(() => ({ body: [entry] }))
    const again = modulePermissions('wfpf-company')
    await after(100)
    expect((await again).routes.size).toBe(1)
  })
})
