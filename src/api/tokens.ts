import { storedKeys as keys } from '#src/lib/stored-keys.ts'
import { randomId } from '#src/lib/random.ts'

export interface TokenPair {
  access_token: string
  refresh_token: string
  /** Seconds. */
  expires_in: number
}
/** `isElsewhere`: it happened in another tab. */
type Listener = (isElsewhere: boolean) => void

/** Renewed this long before it runs out. */
const marginMs = 60_000
const listeners = new Set<Listener>()
/** The session this page was opened in; another tab may have moved on to another. */
let mark = localStorage.getItem(keys.sessionMark)

export const accessToken = () => localStorage.getItem(keys.accessToken)
export const refreshToken = () => localStorage.getItem(keys.refreshToken)
export const isSignedIn = () => accessToken() !== null

export function isExpiring(now = Date.now()): boolean {
  const expiry = Number(localStorage.getItem(keys.tokenExpiry) ?? 'NaN')
  return Number.isFinite(expiry) && now > expiry - marginMs
}

function write(tokens: TokenPair): void {
  localStorage.setItem(keys.refreshToken, tokens.refresh_token)
  // A margin longer than the token's life would renew before every request.
  localStorage.setItem(
    keys.tokenExpiry,
    String(Date.now() + Math.max(tokens.expires_in * 1000, marginMs + 5000)),
  )
  localStorage.setItem(keys.accessToken, tokens.access_token)
}

/** The same session goes on with a new token. */
export const storeRenewed = (tokens: TokenPair) => write(tokens)

/** A new session: signed in, or acting in another tenant. Other tabs learn that theirs is over. */
export function storeSession(tokens: TokenPair, sameUser = false): void {
  if (!sameUser || !mark) mark = randomId()
  localStorage.setItem(keys.sessionMark, mark)
  write(tokens)
  announce()
}

export function clearTokens(): void {
  for (const key of [keys.accessToken, keys.refreshToken, keys.tokenExpiry])
    localStorage.removeItem(key)
  announce()
}

/**
 * Another tab signed in as somebody else, or changed the tenant: this page must not act on
 * (docs/specification.md 2.11).
 */
export const isForeignSession = () =>
  isSignedIn() && localStorage.getItem(keys.sessionMark) !== mark

/** Called when tokens are stored or cleared, here or in another tab. Answers how to stop. */
export function onTokensChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const announce = (isElsewhere = false) => listeners.forEach((listener) => listener(isElsewhere))

window.addEventListener('storage', (event) => {
  // key null: the whole storage was cleared
  if (event.key === null || event.key === keys.accessToken || event.key === keys.sessionMark)
    announce(true)
})
