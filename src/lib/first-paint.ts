let resolveFirstPaint: () => void = () => {}
let is = false
const listeners = new Set<() => void>()
const firstPaint = new Promise<void>((resolve) => {
  resolveFirstPaint = resolve
})

/**
 * Whether the first page stands: until then nothing that it does not need is fetched
 * (docs/specification.md 4.12).
 */
export const isFirstPaintDone = () => is
export function onFirstPaint(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const afterFirstPaint = (): Promise<void> => firstPaint
export function markFirstPaint(): void {
  is = true
  resolveFirstPaint()
  listeners.forEach((listener) => listener())
}
