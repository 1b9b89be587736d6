import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { queryOf } from '#contract/request.ts'
import { resolveEndpoint } from './call.ts'
import { http } from './client.ts'

/**
 * Fetches one of our files with the session, because it may be private, and saves it under a name.
 * Errors: rejects with an ApiError.
 */
export async function download(url: string, name: string): Promise<void> {
  const { data } = await http.get<Blob>(url, { responseType: 'blob', quiet: true })
  saveFile(data, name)
}
/** Hands over what was made here. */
export function saveFile(data: Blob, name: string): void {
  const address = URL.createObjectURL(data)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
/** The same of a call that answers a file. */
export function downloadCall<In extends z.ZodType>(
  { endpoint }: Pick<Call<In, z.ZodType>, 'endpoint' | 'input'>,
  input: z.output<In>,
  name: string,
): Promise<void> {
  const { url, rest } = resolveEndpoint(endpoint, input)
  return download(http.getUri({ url, params: queryOf(rest) }), name)
}
