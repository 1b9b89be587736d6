import type { WaitingItem, WaitingKind } from '#contract/home/home-calls.ts'
import type { Tx } from '#server/db/database.ts'
import type { SignedIn } from '#server/http/context.ts'

/** Who looks, and at which base; `most`: rows of a kind that they are told. */
interface HomeAsker extends Pick<SignedIn, 'actor' | 'codes' | 'language'> {
  base: number | undefined
  most: number
}
/** What of one kind waits for somebody: its number is that of the list which it leads to. */
export interface HomeFeed {
  kind: WaitingKind
  /** Whether there can be any for them at all; none: for everybody. */
  isFor?(codes: ReadonlySet<string>): boolean
  load(
    tx: Tx,
    asker: HomeAsker,
  ): Promise<{
    count: number
    parts?: Readonly<Record<string, number>>
    items: WaitingItem[]
  }>
}
