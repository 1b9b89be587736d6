import type { LiveProvider } from '@refinedev/core'
import { entities } from '#contract/domains.ts'
import { storageName } from '#contract/entity.ts'
import { subscribe } from '#src/api/live.ts'

const prefix = 'resources/'
const kinds = new Map(entities.map((entity) => [entity.name, storageName(entity)]))
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
  subscribe: ({ channel, callback }) =>
    subscribe(kindOf(channel), ({ ids, kind }) =>
      callback({ channel, type: kind, payload: { ids }, date: new Date() }),
    ),
  unsubscribe: (stop: () => void) => stop(),
}
