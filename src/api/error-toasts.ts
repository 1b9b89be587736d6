import { ApiError, localCodes } from './api-error.ts'

export interface Tip {
  status: number
  code: string
  message: string
  requestId: string
  missing: string[]
  retryAfter: number | undefined
}
/**
 * What to quote to whoever runs the console: of a fault of ours. A rule that refuses needs no
 * number.
 */
export const quotedId = ({ status, requestId }: Pick<Tip, 'status' | 'requestId'>) =>
  status >= 500 ? requestId : ''
type Handler = (tip: Tip) => void

// docs/specification.md 4.6
const windowMs = 1000
const handlers = new Set<Handler>()
/** A replayed request fails through both its tries: told once. */
const told = new WeakSet<ApiError>()
let last = -Infinity
let waiting: ReturnType<typeof setTimeout> | undefined

function show(error: ApiError): void {
  last = Date.now()
  const { status, code, message, requestId, missing, retryAfter } = error
  handlers.forEach((handler) => handler({ status, code, message, requestId, missing, retryAfter }))
}

/**
 * Whoever shows tips (the console does) chooses the sentence from the `errors` texts. Answers how
 * to stop.
 */
export function onTip(handler: Handler): () => void {
  handlers.add(handler)
  return () => handlers.delete(handler)
}

/**
 * A failed write that falls into the quiet second is shown at its end, so that no lost work looks
 * saved (docs/specification.md 4.6).
 */
export function tip(error: ApiError, isWrite: boolean): void {
  if (told.has(error)) return
  told.add(error)
  if (error.code === localCodes.cancelled || error.isExpired) return
  const rest = last + windowMs - Date.now()
  if (rest <= 0 || rest > windowMs) {
    clearTimeout(waiting)
    show(error)
  } else if (isWrite) {
    clearTimeout(waiting)
    waiting = setTimeout(() => show(error), rest)
  }
}

/** Key of the sentence for a status; null means the server's own message. */
export function tipKey({ status, code }: Pick<Tip, 'status' | 'code'>): string | null {
  if (status === 0) return code
  // Whoever refused knows how much is too much; a proxy says nothing.
  if ([413, 429].includes(status)) return code.startsWith('tip.') ? code : null
  return [403, 404, 500, 503].includes(status) ? `tip.${status}` : null
}
