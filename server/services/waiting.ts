import type { RawBuilder } from 'kysely'
import type { MenuCount } from '#contract/menu.ts'
import type { SignedIn } from '#server/http/context.ts'

/** What waits for somebody behind an entry of the menu, as parts of one statement. */
interface WaitingSql {
  count: RawBuilder<unknown>
  /** How many of these are theirs alone to do, or late. */
  urgent: RawBuilder<unknown>
}
/** Counts for a person in a base, or in all they see. */
type WaitingCounter = (context: SignedIn, areaId: number | null) => WaitingSql
export type WaitingCounters = Map<MenuCount, WaitingCounter>
