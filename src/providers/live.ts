import type { LiveProvider } from '@refinedev/core'
import { subscribe } from '#src/api/live.ts'

const prefix = 'resources/'

/** What others change shows itself: refine looks again at the lists of a resource that the server names. */
export const liveProvider: LiveProvider = {
  subscribe: ({ channel, callback }) =>
    subscribe(channel.startsWith(prefix) ? channel.slice(prefix.length) : channel, ({ ids, kind }) =>
      callback({ channel, type: kind, payload: { ids }, date: new Date() }),
    ),
  unsubscribe: (stop: () => void) => stop(),
}
