import type { LiveProvider } from '@refinedev/core'
import { entityOutlines } from '#contract/outlines.ts'
import { storageName } from '#contract/entity.ts'
import type { LiveEvent } from '#contract/platform/platform-calls.ts'
import { subscribe } from '#src/api/live.ts'
import { gather } from '#src/lib/gather.ts'

const prefix = 'resources/'
/** Of many records that change one after the other a list looks again so often at most. */
const gatherMs = 1000
const kinds = new Map(entityOutlines.map((entity) => [entity.name, storageName(entity)]))
/** Events name the kind as which a record is kept. */
const kindOf = (channel: string) => {
  const name = channel.startsWith(prefix) ? channel.slice(prefix.length) : channel
  return kinds.get(name) ?? name
}

/**
 * What others change shows itself: refine looks again at the lists of a resource that the server
 * names.
 */
export const liveProvider: LiveProvider = {
  subscribe: ({ channel, callback }) => {
    const { add, end } = gather<LiveEvent>(gatherMs, (all) =>
      callback({
        channel,
        type: all.every(({ kind }) => kind === all[0]!.kind) ? all[0]!.kind : 'changed',
        payload: { ids: [...new Set(all.flatMap(({ ids }) => ids))] },
        date: new Date(),
      }),
    )
    const stop = subscribe(kindOf(channel), add)
    return () => (stop(), end())
  },
  unsubscribe: (stop: () => void) => stop(),
}
