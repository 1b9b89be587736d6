import type { AxiosError, AxiosResponse } from 'axios'
import { ApiError, localCodes } from './api-error.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

function sentences(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

/** Blobs and raw texts are asked for on success; a refusal in them is still JSON. */
async function readBody(response: AxiosResponse<unknown>): Promise<unknown> {
  const { data } = response
  const type = String(response.headers['content-type'] ?? '')
  if (!type.includes('json')) return data
  const raw = data instanceof Blob ? await data.text() : data
  if (typeof raw !== 'string' || !raw) return raw
  try {
    return JSON.parse(raw) as unknown
  } catch {
    return data
  }
}

function refusal(status: number, body: unknown, response: AxiosResponse<unknown>): ApiError {
  const record = isRecord(body) ? body : {}
  // An upload's refusal carries the true status in its body (docs/specification.md 1.2).
  const own = Number(record.status)
  const retryAfter = Number(response.headers['retry-after'])
  return new ApiError(status < 400 && own >= 400 ? own : status, {
    code: text(record.code) ?? text(record.error),
    message: text(record.message) ?? text(record.error_description),
    requestId: text(record.requestId) ?? text(response.headers['x-request-id']) ?? '',
    fields: sentences(record.fields),
    current: isRecord(record.current) ? record.current : undefined,
    changedBy: text(record.changedBy),
    missing: Array.isArray(record.missing)
      ? record.missing.filter((code) => typeof code === 'string')
      : [],
    detail: record,
    retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
  })
}

/**
 * The refusal in an answer, or null: some services send `failed: true` with 200
 * (docs/specification.md 1.2).
 */
export async function failureOf(response: AxiosResponse<unknown>): Promise<ApiError | null> {
  const isTrueStatus = response.status >= 200 && response.status < 300
  const isPlainBlob =
    response.data instanceof Blob &&
    !String(response.headers['content-type'] ?? '').includes('json')
  if (isTrueStatus && isPlainBlob) return null
  const body = await readBody(response)
  if (isTrueStatus && !(isRecord(body) && body.failed === true)) return null
  return refusal(response.status, body, response)
}

/** Why no answer came. */
export function silenceOf(error: AxiosError): ApiError {
  if (error.code === 'ERR_CANCELED') return new ApiError(0, { code: localCodes.cancelled })
  const isTimeout = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT'
  return new ApiError(0, { code: isTimeout ? localCodes.timeout : localCodes.network })
}
