const listeners = new Set<() => void>()

/** Opens what waits to be sent, over whatever page is there. */
export const openField = () => listeners.forEach((listener) => listener())
export function onOpenField(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
