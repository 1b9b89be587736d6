import type { z } from 'zod'
import { randomId } from '#src/lib/random.ts'
import type { Wire } from './public-calls.ts'
import { currentScope } from './scope.ts'
import { http } from './client.ts'

interface CallOptions {
  /**
   * Instead of the tenant of this page; the deployment lookup asks with 0
   * (docs/specification.md 1.8).
   */
  tenant?: number
  signal?: AbortSignal
  /** No tip when it fails: the caller shows the refusal itself. */
  quiet?: boolean
  /** The same for every try of one intent, so that a form sent twice makes one row. */
  idempotencyKey?: string
  timeoutMs?: number
}
interface Resolved {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  /** What the path did not use up. */
  rest: unknown
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The address of an endpoint: `{tenant}` from the page's tenant, every other `{name}` from the
 * input.
 * Errors: throws when a name is missing, which is a mistake in the program.
 */
export function resolveEndpoint(
  endpoint: string,
  input: unknown,
  tenant = currentScope()?.tenantId,
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
  return { method: method as Resolved['method'], url, rest }
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

/**
 * One call of the contract, typed by it.
 * Errors: rejects with an ApiError, whatever went wrong; a tip is shown unless `quiet`.
 */
export async function call<In extends z.ZodType, Out extends z.ZodType>(
  definition: Pick<Wire, 'endpoint' | 'access' | 'form' | 'unaudited'> & {
    input?: In
    answer?: Out
  },
  input: z.output<In>,
  options: CallOptions = {},
): Promise<z.output<Out>> {
  const { method, url, rest } = resolveEndpoint(definition.endpoint, input, options.tenant)
  const isBodiless = method === 'GET' || method === 'DELETE'
  const isPublic = definition.access === 'public'
  const needsKey = method === 'POST' && !isPublic && !definition.unaudited
  const response = await http.request<z.output<Out>>({
    method,
    url,
    ...(isBodiless ? { params: queryOf(rest) } : { data: definition.form ? formOf(rest) : rest }),
    isPublic,
    quiet: options.quiet,
    signal: options.signal,
    timeout: options.timeoutMs ?? 30_000,
    // A replay after renewal repeats the header, so it can never act twice.
    idempotencyKey: options.idempotencyKey ?? (needsKey ? randomId() : undefined),
  })
  return response.data
}
