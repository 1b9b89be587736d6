let settle: () => void = () => {}
let is = false
const listeners = new Set<() => void>()
const calmed = new Promise<void>((resolve) => {
  settle = resolve
})

/** Whether the first page stands: until then nothing that it does not need is fetched (docs/specification.md 4.12). */
export const isCalm = () => is
export function onCalm(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const whenCalm = (): Promise<void> => calmed
export function markCalm(): void {
  is = true
  settle()
  listeners.forEach((listener) => listener())
}
