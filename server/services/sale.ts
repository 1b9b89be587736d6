import type { Scope, Tx } from '#server/db/database.ts'
import type { LineBatch } from '#contract/inventory/document-calls.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'

/**
 * Hears that a sale, a return or what replaces it was posted or voided, in the transaction that does
 * it: by the id of its document.
 */
export type SaleListener = (
  documentId: number,
  what: 'posted' | 'voided',
  write: Write,
  context: OnBehalf,
) => Promise<void>

interface Sold {
  skuId: number
  lot?: string | null
  batchId?: number | null
}
/** Knows which planting batches goods that are sold may come from. */
export interface SaleBatches {
  /** Of these goods, what somebody who sees so much may choose from. */
  choices(tx: Tx, scope: Scope | null, skuIds: readonly number[]): Promise<LineBatch[]>
  /**
   * The lines of a sale with their batches: that after which the lot is called, else the chosen one;
   * `before`: as they were kept. Errors: 422 at `goods`.
   */
  named<L extends Sold>(
    tx: Tx,
    scope: Scope | null,
    lines: readonly L[],
    before: readonly Sold[],
  ): Promise<L[]>
}
