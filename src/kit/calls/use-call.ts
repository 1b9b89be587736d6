import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { Call, Page } from '#contract/call.ts'
import { call } from '#src/api/call.ts'
import { follow } from './follow.ts'
import { callKey, queries } from './queries.ts'

/** What asking a call takes: its contract, of which the schemas are types alone. */
export type Callable<In extends z.ZodType, Out extends z.ZodType> = Pick<
  Call,
  'endpoint' | 'access' | 'form' | 'unaudited' | 'staleAfter'
> & { input?: In; answer?: Out }
type Options<Answer, Shown = Answer> = Omit<
  UseQueryOptions<Answer, Error, Shown, QueryKey>,
  'queryKey' | 'queryFn'
>

/** Asks a call within a load; what is no longer waited for is given up. */
export type Ask = <In extends z.ZodType, Out extends z.ZodType>(
  definition: Callable<In, Out>,
  input: z.output<In>,
) => Promise<z.output<Out>>

/** A call as a query, for whoever asks several at once. Without input nothing is asked. */
export const callQuery = <In extends z.ZodType, Out extends z.ZodType>(
  definition: Callable<In, Out>,
  input: z.output<In> | null,
) => ({
  queryKey: callKey(definition, input),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(definition, input as z.output<In>, { quiet: true, signal }),
  enabled: input !== null,
})

/**
 * The answer to a call of the contract: kept under its endpoint and input, asked again after the
 * live events that the call names. Its screen shows the refusal. `null`: not asked yet.
 */
export function useCall<In extends z.ZodType, Out extends z.ZodType, Shown = z.output<Out>>(
  definition: Callable<In, Out>,
  input: z.output<In> | null,
  options?: Options<z.output<Out>, Shown>,
) {
  useFollowed(definition)
  const query = callQuery(definition, input)
  return useQuery<z.output<Out>, Error, Shown, QueryKey>({
    ...query,
    ...options,
    enabled: query.enabled && (options?.enabled ?? true),
  })
}

/**
 * What a call says after more than sending it, or several together under a name of their own;
 * `input` is all that the answer depends on.
 */
export function useAnswer<Answer>(
  of: string | Pick<Call, 'endpoint' | 'staleAfter'>,
  input: unknown,
  load: (ask: Ask) => Promise<Answer>,
  options?: Options<Answer>,
) {
  useFollowed(typeof of === 'string' ? undefined : of)
  return useQuery({
    queryKey: typeof of === 'string' ? [of, input] : callKey(of, input),
    queryFn: ({ signal }) =>
      load((definition, value) => call(definition, value, { quiet: true, signal })),
    ...options,
  })
}

/** What a handler needs to know at once, asked anew. Rejects with the refusal, which it shows. */
export const fetchCall: Ask = (definition, input) =>
  queries.fetchQuery({ ...callQuery(definition, input), staleTime: 0 })

/** Page after page of a call, as far as somebody scrolls; `nextOf` says which comes next. */
export function useCallPages<In extends z.ZodType, Out extends z.ZodType>(
  definition: Callable<In, Out>,
  input: Omit<z.output<In>, 'page'>,
  nextOf: (last: z.output<Out>, pages: readonly z.output<Out>[]) => number | undefined,
  options?: { enabled?: boolean; staleTime?: number; keepPrevious?: boolean },
) {
  useFollowed(definition)
  const { keepPrevious, ...rest } = options ?? {}
  return useInfiniteQuery({
    queryKey: [...callKey(definition, input), 'pages'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(definition, { ...input, page: pageParam } as z.output<In>, { quiet: true, signal }),
    getNextPageParam: nextOf,
    ...(keepPrevious && { placeholderData: (before: unknown) => before as never }),
    ...rest,
  })
}
export const nextPage = ({ number, totalPages }: Pick<Page<unknown>, 'number' | 'totalPages'>) =>
  number + 1 < totalPages ? number + 2 : undefined

function useFollowed(definition: Pick<Call, 'endpoint' | 'staleAfter'> | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (definition) follow(client, definition)
  }, [client, definition])
}
