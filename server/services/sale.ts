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
