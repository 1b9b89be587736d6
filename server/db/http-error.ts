/** Why a call is refused; becomes the body and status of docs/specification.md 1.2. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly params: Record<string, string | number>
  /** Field name to the code of its sentence. */
  readonly fields: Record<string, FieldFault> | undefined
  readonly extra: Record<string, unknown>
  constructor(
    status: number,
    code: string,
    more: {
      params?: Record<string, string | number>
      fields?: Record<string, FieldFault>
      extra?: Record<string, unknown>
    } = {},
  ) {
    super(code)
    this.status = status
    this.code = code
    this.params = more.params ?? {}
    this.fields = more.fields
    this.extra = more.extra ?? {}
  }
}
export interface FieldFault {
  code: string
  params?: Record<string, string | number>
}

export const notFound = () => new HttpError(404, 'error.not_found')
export const invalidFields = (fields: Record<string, FieldFault>) =>
  new HttpError(422, 'error.data_invalid', { fields })
export const unprocessable = (code: string, params?: Record<string, string | number>) =>
  new HttpError(422, code, params ? { params } : {})

/**
 * What no column takes, where the call's own schema let it through: too long or large, no such day,
 * no such letter.
 */
const beyondColumn = new Set([
  '22001',
  '22003',
  '22007',
  '22008',
  '22009',
  '22021',
  '22P02',
  '22P05',
])

interface PgError {
  code?: string
  constraint?: string
  table?: string
  severity?: string
}
/** What PostgreSQL's refusals mean to a caller; null for anything that is our own mistake. */
export function fromDatabase(error: unknown): HttpError | null {
  const { code, constraint = '', table = '' } = error as PgError
  if (code === '23505') {
    const column = constraint.replace(`${table}_`, '').replace(/_unique$|_key$/, '')
    const field = column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    return new HttpError(409, 'error.data_exists', { fields: { [field]: { code: 'field.taken' } } })
  }
  // A row of a base that the writer may not see.
  if (code === '42501' && /row-level security/.test((error as Error).message))
    return new HttpError(403, 'error.scope')
  // What the operator lets a tenant have (furrow_limit).
  if (code === 'FL001')
    return new HttpError(422, `limit.${(error as Error).message}`, {
      params: { most: Number((error as { detail?: string }).detail) },
    })
  if (code === '23503') return new HttpError(422, 'error.data_in_use')
  if (beyondColumn.has(code ?? '')) return new HttpError(400, 'error.data_invalid')
  if (code === '57014') return new HttpError(503, 'error.timeout')
  if (code && (code.startsWith('08') || code.startsWith('57P') || code === '53300'))
    return new HttpError(503, 'error.serverBusy')
  if (['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(code ?? ''))
    return new HttpError(503, 'error.serverBusy')
  return null
}
