import { clearTokens, accessToken, refreshToken, storeSession, type TokenPair } from './tokens.ts'

/** One's own tokens, while one looks through somebody else's eyes. */
const key = 'previous_session'

/**
 * Goes on with another session (acting for somebody, looking as a role) and keeps one's own for
 * later.
 */
export function startImpersonation(tokens: TokenPair): void {
  const refresh = refreshToken()
  const access = accessToken()
  if (refresh && access)
    localStorage.setItem(
      key,
      JSON.stringify({ access_token: access, refresh_token: refresh, expires_in: 0 }),
    )
  storeSession(tokens)
}

/** Back to one's own session; false when there is none to go back to. */
export function endImpersonation(): boolean {
  const kept = localStorage.getItem(key)
  localStorage.removeItem(key)
  if (!kept) return false
  clearTokens()
  // Its access token may have run out meanwhile: the client renews it with the first request.
  storeSession(JSON.parse(kept) as TokenPair)
  return true
}
