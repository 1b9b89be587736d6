import type { Call } from './call.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
interface Resolved {
  method: Method
  url: string
  /** What the path did not use up. */
  rest: unknown
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The address of an endpoint: `{tenant}` is the given one, every other `{name}` from the input.
 * Errors: throws when a name is missing, which is a mistake in the program.
 */
export function resolveEndpoint(
  endpoint: string,
  input: unknown,
  tenant: number | undefined,
): Resolved {
  const [method, path = ''] = endpoint.split(' ', 2)
  const rest = isRecord(input) ? { ...input } : input
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'tenant' ? tenant : isRecord(rest) ? rest[name] : undefined
    if (value === undefined || value === null || value === '')
      throw new Error(`${endpoint}: no value for {${name}}`)
    if (name !== 'tenant' && isRecord(rest)) delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { method: method as Method, url, rest }
}

/** Empty values are left out of a query: to the services they mean "not asked". */
export function queryOf(values: unknown): Record<string, unknown> {
  if (!isRecord(values)) return {}
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  )
}

function formOf(values: unknown): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(queryOf(values))) form.set(name, String(value))
  return form
}

/** One call as it is sent: the path takes what it names of the input, query or body the rest. */
export function requestOf(
  { endpoint, form }: Pick<Call, 'endpoint' | 'form'>,
  input: unknown,
  tenant: number | undefined,
): { method: Method; url: string; query?: Record<string, unknown>; body?: unknown } {
  const { method, url, rest } = resolveEndpoint(endpoint, input, tenant)
  return method === 'GET' || method === 'DELETE'
    ? { method, url, query: queryOf(rest) }
    : { method, url, body: form ? formOf(rest) : rest }
}
