import type { BatchEvent, BatchPlanned } from '#contract/planting/batch-calls.ts'
import type { Tx } from '#server/db/database.ts'
import type { Write } from '#server/http/context.ts'

/** A batch as its timeline asks about it; `to` null: it goes on. */
export interface BatchSpan {
  id: number
  areaId: number
  landIds: readonly number[]
  from: string
  to: string | null
}

interface BatchAsker {
  batch: BatchSpan
  codes: ReadonlySet<string>
  /** Events at most, the newest first. */
  most: number
  /** Only what is older than this moment; events of that very moment that were told are left out by number. */
  before?: string
  /** Nothing else is looked at: what would drown in the rest may be told in full. */
  isAlone: boolean
}

/** What of one kind happened around a batch. */
export interface BatchFeed {
  kind: BatchEvent['kind']
  /** Whether somebody may be told of it at all; none: everybody who sees the batch. */
  isFor?(codes: ReadonlySet<string>): boolean
  load(tx: Tx, asker: BatchAsker): Promise<BatchEvent[]>
}

/** What is planned for batches. */
export interface BatchPlans {
  isFor(codes: ReadonlySet<string>): boolean
  load(tx: Tx, batchIds: readonly number[]): Promise<ReadonlyMap<number, BatchPlanned[]>>
}

/** A record that names a batch, and whether it goes along where that is split or merged. */
export interface BatchHeir {
  id: number
  batchId: number
  landIds: readonly number[]
  isOpen: boolean
}
/** What of one kind is done for batches. */
export interface BatchHeirs {
  kind: string
  of(tx: Tx, batchIds: readonly number[]): Promise<BatchHeir[]>
  /** They are for another batch from now on. */
  pass(moves: readonly { id: number; to: number }[], write: Write): Promise<void>
}
