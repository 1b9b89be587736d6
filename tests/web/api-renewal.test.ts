import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessions } from '#contract/account/self.ts'
import { call } from '#src/api/call.ts'
import { onSessionOver } from '#src/api/session.ts'
import { accessToken, storeSession } from '#src/api/tokens.ts'
import { expired, fakeServer, pair, refusal, type Asked } from './fake-server.ts'

const isRenewal = (asked: Asked) => asked.path === '/oauth/oauth/token'
const renewals = (log: Asked[]) => log.filter(isRenewal)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A server whose only good token is the newest one; a refresh token works once. */
function rotating(first = 'new') {
  let good = first
  let refresh = 'refresh-old'
  return async (asked: Asked) => {
    if (!isRenewal(asked))
      return asked.headers.authorization === `Bearer access-${good}` ? { body: [] } : expired()
    await pause(20)
    if ((asked.body as { refresh_token: string }).refresh_token !== refresh)
      return refusal(401, 'error.permission.accessTokenExpired')
    good = `${good}+`
    refresh = `refresh-${good}`
    return { body: pair(good) }
  }
}

let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  storeSession(pair('old'))
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

describe('renewal', () => {
  it('is one request for many 401s, and each request is replayed once', async () => {
    const log = fakeServer(rotating())
    await Promise.all([call(sessions, {}), call(sessions, {}), call(sessions, {})])
    expect(renewals(log)).toHaveLength(1)
    expect(renewals(log)[0]!.body).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-old',
      client_id: 'furrow-console',
    })
    expect(log.filter((asked) => !isRenewal(asked))).toHaveLength(6)
  })
  it('runs ahead of expiry', async () => {
    storeSession(pair('old', 120))
    localStorage.setItem('access_token_expires_at', String(Date.now() + 10_000))
    const log = fakeServer(rotating())
    await call(sessions, {})
    expect(log.map((asked) => asked.path)).toEqual([
      '/oauth/oauth/token',
      '/iam/stong/v1/users/sessions',
    ])
  })
  it('lets the request go with the old token when it fails ahead of time', async () => {
    localStorage.setItem('access_token_expires_at', String(Date.now() + 10_000))
    fakeServer((asked) => (isRenewal(asked) ? { silence: 'ERR_NETWORK' } : { body: [1] }))
    expect(await call(sessions, {})).toEqual([1])
  })
  it('does not end a session because the network is down', async () => {
    const over = vi.fn(async () => false)
    stop = onSessionOver(over)
    fakeServer((asked) => (isRenewal(asked) ? { silence: 'ERR_NETWORK' } : expired()))
    await expect(call(sessions, {}, { quiet: true })).rejects.toMatchObject({ code: 'tip.network' })
    expect(over).not.toHaveBeenCalled()
    expect(accessToken()).toBe('access-old')
  })
  it('replays only once', async () => {
    const log = fakeServer((asked) => (isRenewal(asked) ? { body: pair('new') } : expired()))
    await expect(call(sessions, {}, { quiet: true })).rejects.toMatchObject({
      code: 'error.permission.accessTokenExpired',
    })
    expect(log).toHaveLength(3)
  })
})

describe('a session that is over', () => {
  it('asks once, waits, and sends the waiting requests again', async () => {
    let isBack = false
    const over = vi.fn(async () => {
      await pause(20)
      isBack = true
      storeSession(pair('back'), true)
      return true
    })
    stop = onSessionOver(over)
    fakeServer((asked) =>
      isRenewal(asked) ? refusal(401, 'hoth.warn.x') : isBack ? { body: [2] } : expired(),
    )
    expect(await Promise.all([call(sessions, {}), call(sessions, {})])).toEqual([[2], [2]])
    expect(over).toHaveBeenCalledTimes(1)
  })
  it('goes on by itself when another tab signs in first', async () => {
    let isBack = false
    let signal: AbortSignal | undefined
    stop = onSessionOver((elsewhere) => {
      signal = elsewhere
      return new Promise(() => {})
    })
    fakeServer((asked) =>
      isRenewal(asked) ? refusal(401, 'hoth.warn.x') : isBack ? { body: [3] } : expired(),
    )
    const waiting = call(sessions, {})
    await pause(200)
    isBack = true
    localStorage.setItem('access_token', 'access-other-tab')
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
    expect(await waiting).toEqual([3])
    expect(signal?.aborted).toBe(true)
  })
})

describe('many tabs', () => {
  /** A second set of modules over the same storage: what another tab is. */
  async function openTab() {
    vi.resetModules()
    const [{ renew, bare }, { http }] = await Promise.all([
      import('#src/api/renew.ts'),
      import('#src/api/client.ts'),
    ])
    return { renew, clients: [http, bare] }
  }
  async function renewInTabs(count: number): Promise<{ answers: boolean[]; asked: number }> {
    const tabs = [await openTab(), await openTab(), await openTab()].slice(0, count)
    const log = fakeServer(
      rotating(),
      tabs.flatMap((tab) => tab.clients),
    )
    const answers = await Promise.all(tabs.map((tab) => tab.renew('access-old')))
    return { answers, asked: renewals(log).length }
  }
  it('renew once over plain http, where there are no locks', async () => {
    expect(navigator.locks).toBeUndefined()
    expect(await renewInTabs(3)).toEqual({ answers: [true, true, true], asked: 1 })
    expect(Object.keys(localStorage).filter((key) => key.startsWith('lease:'))).toEqual([])
  })
  it('renew once with the browser’s locks', async () => {
    let line: Promise<unknown> = Promise.resolve()
    const request = (_: string, run: () => Promise<unknown>) => (line = line.then(run))
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
    expect(await renewInTabs(3)).toEqual({ answers: [true, true, true], asked: 1 })
    Reflect.deleteProperty(navigator, 'locks')
  })
  it('pass over the lease of a tab that died with it', async () => {
    localStorage.setItem('lease:renew', JSON.stringify({ owner: 'gone', until: Date.now() - 1 }))
    expect(await renewInTabs(2)).toEqual({ answers: [true, true], asked: 1 })
  })
})
