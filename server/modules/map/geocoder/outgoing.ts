import type { Outgoing } from '#server/http/outgoing.ts'

/** The address is the operator's own, who may have a server beside this one. */
export const outgoing: Outgoing = { allowsPrivate: true, timeoutMs: 8_000 }
