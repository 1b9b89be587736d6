import { useSyncExternalStore } from 'react'

const changed = 'furrow:path'

/**
 * Between the pages before sign-in, without loading anything again; `redirect` stays in the
 * address.
 */
export function goTo(path: string): void {
  history.pushState(null, '', path + location.search)
  window.dispatchEvent(new Event(changed))
}

function listen(notify: () => void): () => void {
  const events = ['popstate', changed]
  events.forEach((event) => window.addEventListener(event, notify))
  return () => events.forEach((event) => window.removeEventListener(event, notify))
}
export const usePath = () =>
  useSyncExternalStore(listen, () => location.pathname.replace(/\/+$/, ''))
