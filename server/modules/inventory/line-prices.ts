import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/database.ts'
import { keyOf, type DocumentLine } from './document-goods.ts'

interface Priced {
  id: number
  skuId: number
  lot: string
  price: number | null
  unitId: number | null
  unitPrice: number | null
}
const linesOf = (tx: Tx, documentId: number) =>
  rows<Priced>(
    tx,
    sql`select id, sku_id, lot, price, unit_id, unit_price from stock_document_line
      where document_id = ${documentId} order by position, id`,
  )

/**
 * Lines of somebody who is not told prices, with those that they had already, or that what they are
 * made from had.
 */
export async function keptPrices(
  tx: Tx,
  document: number | null,
  source: number | null,
  goods: readonly DocumentLine[],
): Promise<DocumentLine[]> {
  const [own, theirs] = [
    document === null ? [] : await linesOf(tx, document),
    source === null ? [] : await linesOf(tx, source),
  ]
  const before = new Map(own.map((line) => [keyOf(line), line]))
  const sources = new Map(theirs.map((line) => [line.id, line]))
  return goods.map((good) => {
    const known =
      before.get(keyOf(good)) ?? (good.sourceLineId ? sources.get(good.sourceLineId) : undefined)
    const price = known?.price ?? null
    if (!good.unitId) return { ...good, price }
    const unitPrice =
      known?.unitId === good.unitId
        ? known.unitPrice
        : price === null
          ? null
          : Math.round(price * good.unitRatio! * 10_000) / 10_000
    return { ...good, price, unitPrice }
  })
}
