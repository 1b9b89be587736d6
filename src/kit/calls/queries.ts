import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '#contract/entity.ts'

/** Every answer that the console keeps, refine's own among them. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: false } },
})

type Named = { endpoint: Endpoint }
/** Under which a call's answer is kept. */
export const callKey = ({ endpoint }: Named, input: unknown): QueryKey => [endpoint, input]

/** What was answered is asked again where it is shown; with `input`, only answers to that. */
export const invalidateCall = ({ endpoint }: Named, input?: Readonly<Record<string, unknown>>) =>
  queries.invalidateQueries({ queryKey: input ? [endpoint, input] : [endpoint] })

/** Every list and every picker of records, which are refine's. */
export const invalidateRecords = () => queries.invalidateQueries({ queryKey: ['data'] })

/** Whatever was asked with this id, of whichever call. */
export const invalidateAbout = (id: number) =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [, input] }) => (input as { id?: unknown } | null)?.id === id,
  })
