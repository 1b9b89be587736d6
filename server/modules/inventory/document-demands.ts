import { sql } from 'kysely'
import {
  auditStatus,
  documentKinds,
  type DocumentKind,
} from '#contract/inventory/document-kinds.ts'
import type { Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { HttpError } from '#server/db/http-error.ts'

/** So many lines a refusal names. */
const mostNamed = 5
/** Errors: 409 for a document without goods, and for a count that is not over. */
export async function requireComplete(tx: Tx, { id }: Row, kind: DocumentKind): Promise<number> {
  const { lines, uncounted } = (await row<{ lines: number; uncounted: number }>(
    tx,
    sql`${prepared}select count(*) as lines, count(*) filter (where counted is null) as uncounted
      from stock_document_line where document_id = ${id}`,
  ))!
  if (lines === 0) throw new HttpError(409, 'document.empty')
  if (kind === documentKinds.stocktake && uncounted > 0) {
    const left = await rows<{ name: string }>(
      tx,
      sql`select concat_ws(' ', k.name, nullif(l.lot, '')) as name from stock_document_line l
        join sku_view k on k.id = l.sku_id where l.document_id = ${id} and l.counted is null
        order by l.position, l.id limit ${mostNamed}`,
    )
    throw new HttpError(409, 'stocktake.uncounted', {
      params: {
        count: uncounted,
        names: left.map(({ name }) => name).join(', '),
        more: uncounted > left.length ? ' …' : '',
      },
    })
  }
  return lines
}

export async function requireNothingFollows(tx: Tx, id: number): Promise<void> {
  const made = await rows<{ code: string }>(
    tx,
    sql`${prepared}select code from stock_document where source_id = ${id}
      and audit_status not in (${auditStatus.rejected}, ${auditStatus.voided}) order by id`,
  )
  if (made.length > 0)
    throw new HttpError(409, 'document.followed', {
      params: {
        codes: made
          .slice(0, 5)
          .map(({ code }) => code)
          .join(', '),
        count: made.length,
      },
    })
}
