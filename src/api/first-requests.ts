import { storedLanguage } from '#src/lib/language.ts'
import { randomId } from '#src/lib/random.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'
import { accessToken, isExpiring, isForeignSession, isSignedIn } from './tokens.ts'

/** An answer that nobody took by then is old. */
const freshMs = 10_000
interface Sent {
  at: number
  answer: Promise<Response>
  isHere: boolean
}
const sent = new Map<string, Sent>()

const keyOf = (address: string) => {
  const { pathname, searchParams } = new URL(address, location.origin)
  searchParams.sort()
  return `${pathname}?${searchParams.toString()}`
}

function send(address: string, now: number): void {
  const headers = {
    Authorization: `Bearer ${accessToken()}`,
    'Accept-Language': storedLanguage(),
    'X-Request-Id': randomId(),
    Accept: 'application/json',
  }
  const one: Sent = { at: now, answer: fetch(address, { headers }), isHere: false }
  // Whoever takes it learns of a failure; nobody has to.
  one.answer.then(
    () => (one.isHere = true),
    () => undefined,
  )
  sent.set(keyOf(address), one)
}

/**
 * Asks, before the console's own code has arrived, what its first page will ask: who is signed in,
 * and the rows of
 * the list that the address names. `list` holds `{tenant}`; the tenant is the one of the last
 * visit, and if that has
 * changed nobody takes the answer.
 */
export function sendFirst(self: string, list: string | undefined, now = Date.now()): void {
  if (!isSignedIn() || isExpiring(now) || isForeignSession()) return
  send(self, now)
  const tenant = localStorage.getItem(storedKeys.tenant)
  // Whoever is in no tenant (-1) is sent on from there.
  if (list && tenant && Number(tenant) > 0)
    send(list.replace('{tenant}', encodeURIComponent(tenant)), now)
}

/** Whether taking this one's answer costs no waiting. */
export const isFirstHere = (address: string): boolean => sent.get(keyOf(address))?.isHere ?? false

/** The answer to a request that was already sent; each is given once. */
export function takeFirst(address: string, now = Date.now()): Promise<Response> | undefined {
  if (sent.size === 0) return undefined
  const key = keyOf(address)
  const found = sent.get(key)
  sent.delete(key)
  return found && now - found.at < freshMs ? found.answer : undefined
}
