/**
 * Of each list, by its path: the address it was left at. In the tab's own store, so that a reload
 * on a record's page keeps it.
 */
const key = (path: string) => `list-left:${path}`
/** And the record that was opened last and not yet shown again. */
const opened = new Map<string, number>()

export function keepAddress(path: string, search: string): void {
  try {
    if (search) sessionStorage.setItem(key(path), search)
    else sessionStorage.removeItem(key(path))
  } catch {
    // A full store, or none: then the list begins anew.
  }
}
/**
 * Where a record's page goes back to: page, filters and order as they were
 * (docs/specification.md 5.2).
 */
export function addressLeft(path: string): string {
  try {
    return sessionStorage.getItem(key(path)) ?? ''
  } catch {
    return ''
  }
}

export const noteOpened = (path: string, id: number) => void opened.set(path, id)
export function takeOpened(path: string): number | undefined {
  const id = opened.get(path)
  opened.delete(path)
  return id
}
