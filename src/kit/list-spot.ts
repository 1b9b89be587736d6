/** Of each list, by its path: the address it was left at, and the record that was opened last and not yet shown again. */
const left = new Map<string, string>()
const opened = new Map<string, number>()

export const keepAddress = (path: string, search: string) => void left.set(path, search)
/** Where a record's page goes back to: page, filters and order as they were (quality L2). */
export const addressLeft = (path: string) => left.get(path) ?? ''

export const noteOpened = (path: string, id: number) => void opened.set(path, id)
export function takeOpened(path: string): number | undefined {
  const id = opened.get(path)
  opened.delete(path)
  return id
}
