import { sql } from 'kysely'
import { documentKinds, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { row, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import { receives } from './document-purposes.ts'

interface Head {
  warehouseId: number
  toWarehouseId?: number | null
  purpose?: string | null
  direction?: string | null
  sourceId?: number | null
}

/**
 * The field whose warehouse takes goods in that it has not had. What is on its way to it arrives,
 * and what a count found there is put into its books, whatever became of it since.
 */
function takingIn(
  kind: DocumentKind,
  { purpose, direction, sourceId }: Head,
): 'warehouseId' | 'toWarehouseId' | null {
  if (kind === documentKinds.transfer) return 'toWarehouseId'
  if (receives(kind))
    return sourceId && (purpose === 'transfer' || purpose === 'adjustment') ? null : 'warehouseId'
  const isIn =
    kind === documentKinds.application || (kind === documentKinds.return && direction === 'in')
  return isIn ? 'warehouseId' : null
}

const refused = (field: string, code: string, name: string) =>
  new HttpError(422, code, { params: { name }, fields: { [field]: { code, params: { name } } } })

/**
 * Errors: 422 at the warehouse that is to take goods in and is out of use. `before`: it may stay on
 * a draft that names it already.
 */
export async function requireWarehouseInUse(
  tx: Tx,
  kind: DocumentKind,
  head: Head,
  before: Head | null = null,
): Promise<void> {
  const field = takingIn(kind, head)
  const id = field && head[field]
  if (!id || before?.[field] === id) return
  const closed = await row<{ name: string }>(
    tx,
    sql`${prepared}select name from furrow_warehouse_names() where id = ${id} and enabled_flag = 0`,
  )
  if (closed) throw refused(field, 'document.warehouse_disabled', closed.name)
}

/**
 * The same when a document is handed in, and for its goods: what was put out of use while the
 * draft lay there is neither ordered nor taken in.
 */
export async function requireInUse(
  tx: Tx,
  kind: DocumentKind,
  { id, ...head }: Head & { id: number },
): Promise<void> {
  await requireWarehouseInUse(tx, kind, head)
  if (kind !== documentKinds.application && !(receives(kind) && takingIn(kind, head))) return
  const goods = await row<{ name: string }>(
    tx,
    sql`${prepared}select s.name from stock_document_line l join sku_view s on s.tenant_id = l.tenant_id
      and s.id = l.sku_id where l.document_id = ${id} and s.enabled_flag = 0 order by l.position limit 1`,
  )
  if (goods) throw refused('goods', 'document.disabled', goods.name)
}
