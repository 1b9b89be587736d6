import { useSyncExternalStore } from 'react'

const root = document.documentElement
function onChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(root, { attributeFilter: ['data-appearance'] })
  return () => observer.disconnect()
}
/** Light or dark, once the page's own colours are: what draws with them draws anew. */
export const useAppearance = (): string =>
  useSyncExternalStore(onChange, () => root.dataset.appearance ?? 'light')
