interface Named {
  id: number
  title: string
}
const listeners = new Set<(notice: Named) => void>()

/** Ms for which a press waits for who opens it: the head comes after the page on a slow line. */
const longestWait = 10_000
let missed: { notice: Named; at: number } | null = null

/** Opens an announcement over whatever page is there. */
export function openNotice(notice: Named): void {
  if (listeners.size === 0) missed = { notice, at: Date.now() }
  for (const listener of listeners) listener(notice)
}
export function onOpenNotice(listener: (notice: Named) => void): () => void {
  listeners.add(listener)
  if (missed && Date.now() - missed.at < longestWait) listener(missed.notice)
  missed = null
  return () => listeners.delete(listener)
}
