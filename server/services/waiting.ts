import type { RawBuilder } from 'kysely'
import type { MenuCount } from '#contract/menu.ts'
import type { SignedIn } from '#server/http/context.ts'

/**
 * What waits for a person in a base, or in all they see: a query of one row, `count` and, of these,
 * `urgent`: theirs alone to do, or late.
 */
type WaitingCounter = (context: SignedIn, areaId: number | null) => RawBuilder<unknown>
export type WaitingCounters = Map<MenuCount, WaitingCounter>
