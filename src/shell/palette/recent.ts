const key = 'palette_recent'
const most = 5

/** Ids only: names of records must not stay behind in a browser that others use too. */
export function recentIds(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, most) : []
  } catch {
    return []
  }
}
export function rememberRecent(id: string): void {
  localStorage.setItem(
    key,
    JSON.stringify([id, ...recentIds().filter((one) => one !== id)].slice(0, most)),
  )
}
