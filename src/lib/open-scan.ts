const listeners = new Set<() => void>()

/** Opens what reads labels, over whatever page is there. */
export const openScan = () => listeners.forEach((listener) => listener())
export function onOpenScan(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
