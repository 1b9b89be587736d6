interface Toast {
  key: string
  text: string
  tone: 'good' | 'bad' | 'plain'
  /** Something a person can quote to support. */
  detail?: string
  /** A way back, for as long as the sentence stands. */
  undo?: { label: string; run: () => void }
}
type Listener = (toasts: readonly Toast[]) => void

// docs/specification.md 4.6: 2 seconds for a word; a refusal stays until it can be read and copied
const briefMs = 2500
const longMs = 8000
const undoMs = 6000
let shown: readonly Toast[] = []
let serial = 0
const listeners = new Set<Listener>()

function show(next: readonly Toast[]): void {
  shown = next
  listeners.forEach((listener) => listener(shown))
}

/** A sentence at the top of the page. The same key replaces what stood there. */
export function toast({
  key = `toast-${++serial}`,
  ...rest
}: Omit<Toast, 'key'> & { key?: string }): void {
  const entry: Toast = { key, ...rest }
  show([...shown.filter((one) => one.key !== key), entry].slice(-4))
  setTimeout(
    () => show(shown.filter((one) => one !== entry)),
    rest.tone === 'bad' ? longMs : rest.undo ? undoMs : briefMs,
  )
}
export const closeToast = (key: string) => show(shown.filter((one) => one.key !== key))
export const toasts = () => shown
export function onToasts(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
