import { documentKinds, purposes, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import type { Row } from '#server/db/crud.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import type { Services } from '#server/services/services.ts'

/** Tells whoever follows sales that one, something given back, or what replaces it was posted or voided. */
export async function tellSold(
  { saleListeners }: Pick<Services, 'saleListeners'>,
  kind: DocumentKind,
  { id, purpose }: Row,
  what: 'posted' | 'voided',
  write: Write,
  context: OnBehalf,
): Promise<void> {
  const isSale =
    kind === documentKinds.shipment &&
    (purpose === purposes.sale || purpose === purposes.replacement)
  if (!isSale && kind !== documentKinds.return) return
  for (const listen of saleListeners) await listen(id, what, write, context)
}
