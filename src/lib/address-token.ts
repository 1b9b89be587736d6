const name = 'access_token'

function without(part: string): { isThere: boolean; rest: string } {
  const values = new URLSearchParams(part.slice(1))
  if (!values.has(name)) return { isThere: false, rest: part }
  values.delete(name)
  const text = values.toString()
  return { isThere: true, rest: text ? part.charAt(0) + text : '' }
}

/**
 * Takes an `access_token` out of the page address before any request can carry it as a referrer.
 * Nobody is signed in
 * with it: a token in an address is for a screen on another host, and opens that screen's values
 * alone (docs/specification.md 2.8).
 */
export function dropAddressToken(): void {
  const query = without(location.search)
  const hash = /[#&]access_token=/.test(location.hash)
    ? without(location.hash)
    : { isThere: false, rest: location.hash }
  if (query.isThere || hash.isThere)
    history.replaceState(history.state, '', location.pathname + query.rest + hash.rest)
}
