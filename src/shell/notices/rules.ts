import type { NoticeForReader } from '#contract/message/reader-calls.ts'

/**
 * The bell's number: every count the service answers, whatever it is called
 * (docs/specification.md 4.8).
 */
export const unreadOf = (counts: Readonly<Record<string, unknown>>) =>
  Object.values(counts).reduce<number>(
    (sum, value) => sum + (typeof value === 'number' ? value : 0),
    0,
  )

/** Where the bell leads: to what was told to oneself, alarms among it, as long as some is unread. */
export const newsIn = (counts?: { unreadMessageCount: number }): keyof typeof readAllCode =>
  counts && counts.unreadMessageCount > 0 ? 'notifications' : 'announcements'

/**
 * The newest announcement, if it was not read; otherwise nothing, and nothing more this time
 * (docs/specification.md 4.8). The list begins with what is pinned, which may be long read.
 */
export function latestToShow(notices: readonly NoticeForReader[]): NoticeForReader | null {
  const [newest] = notices.toSorted((one, other) =>
    String(other.publishedDate).localeCompare(String(one.publishedDate)),
  )
  return newest?.readFlag === 0 ? newest : null
}

/** What is due: published up to the end of today on this clock. */
export function endOfToday(now = new Date()): string {
  const end = new Date(now)
  end.setHours(23, 59, 59, 0)
  return end.toISOString()
}
/** What "mark all read" sends for each tab (docs/specification.md 4.8). */
export const readAllCode = { announcements: 2, notifications: 3 } as const

/**
 * The bearer goes to this console's own server and to nobody else, whatever an attachment's address
 * says.
 */
export const isOwnAddress = (address: string, origin = location.origin) =>
  URL.canParse(address, origin) && new URL(address, origin).origin === origin
