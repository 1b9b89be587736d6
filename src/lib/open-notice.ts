interface Named {
  id: number
  title: string
}
const listeners = new Set<(notice: Named) => void>()

/** Opens an announcement over whatever page is there. */
export const openNotice = (notice: Named) => listeners.forEach((listener) => listener(notice))
export function onOpenNotice(listener: (notice: Named) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
