import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sessions } from '#contract/account/self.ts'
import { call } from '#src/api/call.ts'
import { dropAddressToken } from '#src/lib/address-token.ts'
import { isNoticeDue, setNoticeDue } from '#src/api/notice-flag.ts'
import {
  afterSignIn,
  followOtherTabs,
  leaveForSignIn,
  onSessionOver,
  rememberPath,
  takeSignInReason,
} from '#src/api/session.ts'
import { signOut } from '#src/api/sign-in.ts'
import {
  accessToken,
  clearTokens,
  isForeignSession,
  isSignedIn,
  onTokensChange,
  storeSession,
} from '#src/api/tokens.ts'
import { fakeServer, pair } from './fake-server.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

describe('where sign-in leads', () => {
  it('takes the parameter, then the remembered path, then home', () => {
    localStorage.setItem('redirect', '/web/farm/task?page=2')
    expect(afterSignIn('?redirect=%2Fweb%2Ffarm%2Fbase')).toBe('/web/farm/base')
    localStorage.setItem('redirect', '/web/farm/task?page=2')
    expect(afterSignIn('')).toBe('/web/farm/task?page=2')
    expect(afterSignIn('')).toBe('/web/farm/home')
  })
  it('passes over what leads elsewhere or back to sign-in', () => {
    localStorage.setItem('redirect', '//evil.example')
    expect(afterSignIn('?redirect=https://evil.example')).toBe('/web/farm/home')
    expect(afterSignIn('?redirect=/login?redirect=/login')).toBe('/web/farm/home')
    expect(afterSignIn('?redirect=/%5Cevil.example')).toBe('/web/farm/home')
  })
  it('does not remember the pages before it', () => {
    history.replaceState(null, '', '/register')
    rememberPath()
    expect(localStorage.getItem('redirect')).toBeNull()
  })
})

describe('an expired session', () => {
  it('remembers the path, goes back to Chinese, says why and leaves', () => {
    storeSession(pair('a'))
    localStorage.setItem('language', 'en-US')
    history.replaceState(null, '', '/web/farm/task?page=3#x')
    const go = vi.fn()
    leaveForSignIn('expired', go)
    expect(go).toHaveBeenCalledWith('/login')
    expect(localStorage.getItem('redirect')).toBe('/web/farm/task?page=3#x')
    expect(localStorage.getItem('language')).toBe('zh-CN')
    expect(isSignedIn()).toBe(false)
    expect(takeSignInReason()).toBe('expired')
    expect(takeSignInReason()).toBeNull()
  })
})

describe('signing out', () => {
  it('ends the session at the server, forgets the area and goes back to Chinese', async () => {
    storeSession(pair('a'))
    localStorage.setItem('current_area', '{}')
    localStorage.setItem('language', 'en-US')
    setNoticeDue(true)
    const log = fakeServer(() => ({ body: { success: true } }))
    const go = vi.fn()
    await signOut(go)
    expect(log[0]).toMatchObject({
      path: '/oauth/token/logout',
      body: { access_token: 'access-a' },
    })
    expect([
      accessToken(),
      localStorage.getItem('current_area'),
      localStorage.getItem('language'),
    ]).toEqual([null, null, 'zh-CN'])
    expect(isNoticeDue()).toBe(false)
    expect(go).toHaveBeenCalledWith('/login')
  })
  it('works without the server', async () => {
    storeSession(pair('a'))
    fakeServer(() => ({ silence: 'ERR_NETWORK' }))
    await signOut(() => {})
    expect(isSignedIn()).toBe(false)
  })
})

describe('another tab', () => {
  it('that signed in as somebody else stops this one from asking', async () => {
    storeSession(pair('a'))
    const log = fakeServer(() => ({ body: [] }))
    localStorage.setItem('session_mark', 'another')
    localStorage.setItem('access_token', 'access-b')
    expect(isForeignSession()).toBe(true)
    await expect(call(sessions, {})).rejects.toMatchObject({ code: 'session.changed' })
    expect(log).toHaveLength(0)
  })
  it('that renewed a token does not', () => {
    storeSession(pair('a'))
    localStorage.setItem('access_token', 'access-b')
    expect(isForeignSession()).toBe(false)
  })
  it('that changed the user or the tenant makes this one start anew', () => {
    storeSession(pair('a'))
    const reload = vi.fn()
    const stop = followOtherTabs(reload)
    storeSession(pair('b'))
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
    expect(reload).not.toHaveBeenCalled()
    localStorage.setItem('session_mark', 'another')
    window.dispatchEvent(new StorageEvent('storage', { key: 'session_mark' }))
    expect(reload).toHaveBeenCalledTimes(1)
    stop()
  })
  it('that signed out makes this one ask', async () => {
    storeSession(pair('a'))
    const ask = vi.fn(async () => true)
    const stops = [onSessionOver(ask), followOtherTabs()]
    localStorage.removeItem('access_token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
    stops.forEach((stop) => stop())
  })
  it('is heard', () => {
    const heard = vi.fn()
    const stop = onTokensChange(heard)
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'something-else' }))
    clearTokens()
    stop()
    clearTokens()
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

describe('a token in the page address', () => {
  it.each([
    ['/web/farm/home?access_token=c1', '/web/farm/home'],
    ['/web/farm/home?a=1&access_token=c1&b=2#x', '/web/farm/home?a=1&b=2#x'],
    ['/web/farm/home#access_token=c1&b=2', '/web/farm/home#b=2'],
    ['/web/farm/home?a=%20b#section', '/web/farm/home?a=%20b#section'],
  ])('is taken out of %s and signs nobody in', (before, after) => {
    storeSession(pair('a'))
    history.replaceState(null, '', before)
    dropAddressToken()
    expect(location.pathname + location.search + location.hash).toBe(after)
    expect(accessToken()).toBe('access-a')
  })
})
