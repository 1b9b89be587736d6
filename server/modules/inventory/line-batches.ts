import { sql } from 'kysely'
import { lineBatches } from '#contract/inventory/document-calls.ts'
import { purposes } from '#contract/inventory/document-kinds.ts'
import { rows, type Scope, type Tx } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import type { DocumentLine } from './document-goods.ts'

/** Lines of a shipment with the batches that they come from; what is not sold comes from none. */
export async function withBatches(
  { saleBatches }: Services,
  tx: Tx,
  scope: Scope | null,
  document: number | null,
  purpose: string | null | undefined,
  goods: readonly DocumentLine[],
): Promise<DocumentLine[]> {
  if (!saleBatches || purpose !== purposes.sale)
    return goods.map((good) => ({ ...good, batchId: null }))
  const before =
    document === null
      ? []
      : await rows<{ skuId: number; lot: string; batchId: number | null }>(
          tx,
          sql`select sku_id, lot, batch_id from stock_document_line where document_id = ${document}`,
        )
  return saleBatches.named(tx, scope, goods, before)
}

/** Before the shipments themselves, whose numbers stand where this has its name. */
export function serveLineBatches(app: Services): void {
  serve(app, lineBatches, ({ skuIds }, { read, actor }) =>
    read(
      async (tx) => app.saleBatches?.choices(tx, actor.scope, skuIds.split(',').map(Number)) ?? [],
    ),
  )
}
