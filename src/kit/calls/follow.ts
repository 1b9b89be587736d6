import type { QueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/call.ts'
import type { LiveEvent } from '#contract/platform/platform-calls.ts'
import { subscribe } from '#src/api/live.ts'
import { gather } from '#src/lib/gather.ts'

/** During a storm of events an answer is asked for again no more often than this. */
const gatherMs = 1500
const followed = new WeakMap<QueryClient, Set<string>>()

/** From its first use on, a call's answers go stale by the live events that its contract names. */
export function follow(
  client: QueryClient,
  { endpoint, staleAfter }: Pick<Call, 'endpoint' | 'staleAfter'>,
): void {
  const known = followed.get(client) ?? new Set()
  if (!staleAfter || known.has(endpoint)) return
  followed.set(client, known.add(endpoint))
  for (const [resource, field] of Object.entries(staleAfter)) {
    const { add } = gather<LiveEvent>(gatherMs, (events) => {
      // After a gap nobody is named: everything is asked again.
      const isAll = field === true || events.some(({ ids }) => ids.length === 0)
      const about = new Set(events.flatMap(({ ids }) => ids.map(String)))
      void client.invalidateQueries({
        queryKey: [endpoint],
        predicate: ({ queryKey: [, input] }) =>
          isAll || about.has(String((input as Readonly<Record<string, unknown>> | null)?.[field])),
      })
    })
    subscribe(resource, add)
  }
}
