import type { z } from 'zod'
import { requestOf, resolveEndpoint as addressOf } from '#contract/request.ts'
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
/**
 * The address of an endpoint, `{tenant}` being that of this page.
 * Errors: throws when a name is missing, which is a mistake in the program.
 */
export const resolveEndpoint = (
  endpoint: string,
  input: unknown,
  tenant = currentScope()?.tenantId,
) => addressOf(endpoint, input, tenant)

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
  const { method, url, query, body } = requestOf(
    definition,
    input,
    options.tenant ?? currentScope()?.tenantId,
  )
  const isPublic = definition.access === 'public'
  const needsKey = method === 'POST' && !isPublic && !definition.unaudited
  const response = await http.request<z.output<Out>>({
    method,
    url,
    ...(query ? { params: query } : { data: body }),
    isPublic,
    quiet: options.quiet,
    signal: options.signal,
    timeout: options.timeoutMs ?? 30_000,
    // A replay after renewal repeats the header, so it can never act twice.
    idempotencyKey: options.idempotencyKey ?? (needsKey ? randomId() : undefined),
  })
  return response.data
}
