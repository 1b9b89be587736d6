import type { Entry } from './entry.ts'

/** Since when somebody is there, and where; null: they are not. */
export interface Signed {
  at: string
  areaId: number
}
/** All that somebody signs goes one after the other. */
export const signSubject = 'attendance/own'
type Act = Pick<Entry, 'kind' | 'state' | 'actedAt' | 'phoneAt' | 'input'>

/** As it stands once an act has arrived. */
export function signedBy(now: Signed | null, { kind, actedAt, phoneAt, input }: Act) {
  if (kind === 'signOut') return null
  if (kind !== 'signIn') return now
  return { at: actedAt ?? new Date(phoneAt).toISOString(), areaId: Number(input.areaId) }
}
/** As it stands by what the server last said and what still waits to be sent. */
export const signedAfter = (known: Signed | null, entries: readonly Act[]): Signed | null =>
  entries.filter(({ state }) => state !== 'stopped').reduce(signedBy, known)
