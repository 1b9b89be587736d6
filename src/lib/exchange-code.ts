const name = 'access_token'

function without(part: string): { code: string | null; rest: string } {
  const values = new URLSearchParams(part.slice(1))
  const code = values.get(name)
  if (code === null) return { code: null, rest: part }
  values.delete(name)
  const text = values.toString()
  return { code, rest: text ? part.charAt(0) + text : '' }
}

/**
 * The `access_token` in the page address, taken out of it before any request can carry it as a referrer.
 * It is never a token: only a one-time code is accepted there (quality H2).
 */
export function takeExchangeCode(): string | null {
  const query = without(location.search)
  const hash = /[#&]access_token=/.test(location.hash) ? without(location.hash) : { code: null, rest: location.hash }
  if (query.code === null && hash.code === null) return null
  history.replaceState(history.state, '', location.pathname + query.rest + hash.rest)
  return query.code || hash.code || null
}
