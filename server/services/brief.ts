import type { BriefKind, BriefLine } from '#contract/home/brief.ts'
import type { Tx } from '#server/db/database.ts'
import type { SignedIn } from '#server/http/context.ts'

/** Who reads, and of which base; none: of all that they see. */
export interface BriefReader extends Pick<SignedIn, 'actor' | 'codes'> {
  base: number | undefined
}
/** What one domain has to say of each base in the morning. */
export interface BriefSource {
  kind: BriefKind
  isFor(codes: ReadonlySet<string>): boolean
  /** By the id of the base; one of which there is nothing to say is left out. */
  load(tx: Tx, reader: BriefReader): Promise<ReadonlyMap<number, BriefLine>>
}
/** Lines of rows that say which base they are of. */
export const byBase = <T extends { areaId: number }>(
  found: readonly T[],
  lineOf: (one: Omit<T, 'areaId'>) => BriefLine,
): ReadonlyMap<number, BriefLine> =>
  new Map(found.map(({ areaId, ...one }) => [areaId, lineOf(one)]))
