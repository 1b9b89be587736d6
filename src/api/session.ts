import { isSignInPath, safePath } from '#src/lib/safe-path.ts'
import { defaultLanguage, storeLanguage } from '#src/lib/language.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'
import { endImpersonation } from './impersonation.ts'
import { goHome } from './stay.ts'
import { clearTokens, isForeignSession, isSignedIn, onTokensChange } from './tokens.ts'

/**
 * Resolves true when the same user has signed in again over the page, so that waiting requests go
 * on;
 * false to leave for the sign-in page. `elsewhere` fires when another tab did it first.
 */
type SessionOverHandler = (elsewhere: AbortSignal) => Promise<boolean>

const messageKey = 'login_message'
let handler: SessionOverHandler | null = null
let pending: Promise<boolean> | null = null

/** The path to come back to after sign-in; pages before sign-in are no such place. */
export function rememberPath(): void {
  const path = location.pathname + location.search + location.hash
  if (!isSignInPath(location.pathname)) localStorage.setItem(storedKeys.redirect, path)
}

/**
 * Where to go after sign-in: the parameter, then the remembered path, then home
 * (docs/specification.md 2.9).
 */
export function afterSignIn(search = location.search): string {
  const stored = localStorage.getItem(storedKeys.redirect)
  localStorage.removeItem(storedKeys.redirect)
  const wanted = [new URLSearchParams(search).get('redirect'), stored].map((path) => safePath(path))
  return wanted.find((path) => path && !isSignInPath(path.split(/[?#]/, 1)[0]!)) ?? '/web/farm/home'
}

/** Remember the path, back to Chinese, say why, go to sign-in (docs/specification.md 2.10). */
export function leaveForSignIn(
  reason: 'expired' | null,
  go: (path: string) => void = (path) => location.assign(path),
): void {
  rememberPath()
  storeLanguage(defaultLanguage)
  clearTokens()
  if (reason) sessionStorage.setItem(messageKey, reason)
  if (!isSignInPath(location.pathname)) go('/login')
}

/** Why the sign-in page was opened; told once. */
export function takeSignInReason(): 'expired' | null {
  const reason = sessionStorage.getItem(messageKey)
  sessionStorage.removeItem(messageKey)
  return reason === 'expired' ? reason : null
}

/**
 * The console's own way: sign-in over the page while something is unsaved
 * (docs/specification.md 2.10). Answers how to undo.
 */
export function onSessionOver(own: SessionOverHandler): () => void {
  handler = own
  return () => {
    if (handler === own) handler = null
  }
}

async function ask(): Promise<boolean> {
  if (!handler) return false
  const elsewhere = new AbortController()
  let stop = () => {}
  const otherTab = new Promise<boolean>((resolve) => {
    stop = onTokensChange(() => {
      if (!isSignedIn() || isForeignSession()) return
      elsewhere.abort()
      resolve(true)
    })
  })
  try {
    return await Promise.race([handler(elsewhere.signal), otherTab])
  } finally {
    stop()
  }
}

async function askOrLeave(go?: (path: string) => void): Promise<boolean> {
  // Whoever acted for somebody has nothing to sign in with as them, and is still themselves.
  if (endImpersonation()) {
    goHome('acting', go)
    return false
  }
  const isBack = await ask().catch(() => false)
  if (!isBack) leaveForSignIn('expired', go)
  return isBack
}

/** The session cannot be renewed. However many requests learn of it, the user is asked once. */
export function sessionOver(go?: (path: string) => void): Promise<boolean> {
  pending ??= askOrLeave(go).finally(() => {
    pending = null
  })
  return pending
}

/**
 * A console page goes where the other tabs went: signed out there, the user is asked here; somebody
 * else or another
 * tenant there, this page starts anew (docs/specification.md 2.11). Unsaved work is asked about by
 * the page's own guard.
 */
export function followOtherTabs(reload: () => void = () => location.reload()): () => void {
  return onTokensChange((isElsewhere) => {
    if (!isElsewhere) return
    if (!isSignedIn()) void sessionOver()
    else if (isForeignSession()) reload()
  })
}

/** Settles when nobody is being asked to sign in again. */
export const sessionSettled = (): Promise<boolean> => pending ?? Promise.resolve(true)
