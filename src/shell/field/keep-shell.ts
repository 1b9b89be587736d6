/** A newer release that has been fetched and waits for its turn. */
let newer: ServiceWorker | null = null
const listeners = new Set<() => void>()

export const hasNewer = () => newer !== null
export function onNewer(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
function found(worker: ServiceWorker | null): void {
  newer = worker
  listeners.forEach((listener) => listener())
}
function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    // The first of all is no newer one: nothing was there before it.
    if (worker.state === 'installed' && navigator.serviceWorker.controller) found(worker)
  })
}

/** Keeps the console's own files in this browser, so that it opens without a network. */
export function keepShell(): void {
  // While developing, files change under their names; over plain http there is no such thing.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker
    .register('/sw.js')
    .then((registration) => {
      if (registration.waiting && navigator.serviceWorker.controller) found(registration.waiting)
      follow(registration.installing)
      registration.addEventListener('updatefound', () => follow(registration.installing))
    })
    .catch(() => undefined)
}
/** Goes on with the newer release. */
export function takeNewer(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  })
  newer?.postMessage('take over')
}
