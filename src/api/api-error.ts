import type { Failure } from '#contract/call.ts'

/** Codes for what never reached a server; the rest are the server's own. */
export const localCodes = {
  network: 'tip.network',
  timeout: 'tip.timeout',
  cancelled: 'request.cancelled',
  foreignSession: 'session.changed',
} as const

/** Every refusal, whatever shape it came in (docs/specification.md 1.2). */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: string
  readonly requestId: string
  /** Per field, the sentence to show beside it. */
  readonly fields: Record<string, string>
  /** With 409 `error.optimistic_lock`: the row as it stands now. */
  readonly current: Record<string, unknown> | undefined
  readonly changedBy: string | undefined
  /** With 403: the codes that are missing. */
  readonly missing: string[]
  /** What else the refusal says, by its code. */
  readonly detail: Readonly<Record<string, unknown>>
  /** With 429: seconds to wait. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    failure: Partial<Failure> & { retryAfter?: number; detail?: Record<string, unknown> },
  ) {
    super(failure.message || failure.code || `HTTP ${status}`)
    this.status = status
    this.code = failure.code || (status ? `tip.${status}` : localCodes.network)
    this.requestId = failure.requestId ?? ''
    this.fields = failure.fields ?? {}
    this.current = failure.current
    this.changedBy = failure.changedBy
    this.missing = failure.missing ?? []
    this.detail = failure.detail ?? {}
    this.retryAfter = failure.retryAfter
  }

  /** Refine reads this name. */
  get statusCode(): number {
    return this.status
  }
  get isExpired(): boolean {
    return this.code === 'error.permission.accessTokenExpired'
  }
  /** What was asked for is not there, or not for whoever asks. */
  get isGone(): boolean {
    return this.status === 404
  }
  /** No answer came: what was asked may or may not have happened. */
  get isUnanswered(): boolean {
    return this.status === 0 && this.code !== localCodes.cancelled
  }
}
export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError
