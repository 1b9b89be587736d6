import { sql } from 'kysely'
import {
  auditStatus,
  documentKinds,
  type DocumentKind,
} from '#contract/inventory/document-kinds.ts'
import {
  follows,
  isOpenAsSource,
  isOtherEnds,
  nextKinds,
} from '#contract/inventory/document-rules.ts'
import type { ProductUnit } from '#contract/inventory/product-unit.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError, unprocessable } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import type { DocumentLine } from './document-goods.ts'
import { neverAlone, purposeOf, type Purpose } from './document-purposes.ts'

export interface SourceHead {
  id: number
  code: string
  kind: DocumentKind
  auditStatus: number
  closedFlag: number
  execStatus: number
  warehouseId: number
  toWarehouseId: number | null
  partnerId: number | null
  purpose: string | null
  direction: string | null
  side: string | null
}
const columns = sql`id, code, kind, audit_status, closed_flag, exec_status, warehouse_id,
  to_warehouse_id, partner_id, purpose, direction,
  furrow_document_side(warehouse_id, to_warehouse_id) as side`
export const headOf = (tx: Tx, id: number) =>
  row<SourceHead>(tx, sql`${prepared}select ${columns} from stock_document where id = ${id}`)
/** Documents are locked from what is made to what it is made from, and before any balance. */
export const lockHead = (tx: Tx, id: number) =>
  row<SourceHead>(
    tx,
    sql`${prepared}select ${columns} from stock_document where id = ${id} for update`,
  )

const closed = ({ code }: SourceHead) =>
  new HttpError(409, 'document.source_state', { params: { code } })
/** Errors: 409 where nothing that was begun can be finished any more. */
export function requireOpen(source: SourceHead): void {
  if (!isOpenAsSource(source)) throw closed(source)
}
/**
 * Errors: 422 where that kind never follows; 403 where the other end does it; 409 where nothing is
 * left to be made from it.
 */
export function requireNext(source: SourceHead, to: DocumentKind): void {
  requireOpen(source)
  if (!follows(source.kind, source, to)) throw unprocessable('document.conversion')
  if (isOtherEnds(source.kind, source))
    throw new HttpError(
      403,
      source.kind === documentKinds.transfer ? 'document.other_side' : 'document.receiving_side',
    )
  if (!nextKinds(source.kind, source).includes(to)) throw closed(source)
}

/** The warehouse that a draft made from a document must name; null: any. */
const warehouseFor = ({ kind, warehouseId }: SourceHead): number | null =>
  kind === documentKinds.transfer || kind === documentKinds.stocktake ? warehouseId : null

/**
 * Locks the source of a draft and refuses a draft that does not follow from it. A source that is
 * complete is none of its business: how much is too much is said line by line, and a supplier may
 * send more than was ordered.
 */
export async function requireSource(
  tx: Tx,
  kind: DocumentKind,
  sourceId: number,
  head: { warehouseId: number; purpose?: string | null },
): Promise<SourceHead> {
  const source = await lockHead(tx, sourceId)
  if (!source) throw invalidFields({ sourceId: { code: 'field.missing_reference' } })
  requireOpen(source)
  if (!follows(source.kind, source, kind))
    throw invalidFields({ sourceId: { code: 'document.conversion' } })
  const purpose = purposeOf(source, kind)
  if (purpose !== null && head.purpose !== purpose)
    throw invalidFields({ purpose: { code: 'document.purpose' } })
  const isArrival = source.kind === documentKinds.shipment && purpose === 'transfer'
  const target = isArrival
    ? await row<{ toWarehouseId: number }>(
        tx,
        sql`${prepared}select t.to_warehouse_id from stock_document s
          join stock_document t on t.tenant_id = s.tenant_id and t.id = s.source_id where s.id = ${sourceId}`,
      )
    : null
  const wanted = target?.toWarehouseId ?? warehouseFor(source)
  if (wanted !== null && wanted !== head.warehouseId)
    throw invalidFields({ warehouseId: { code: 'document.other_warehouse' } })
  return source
}
/** Errors: 422 for a purpose that a document only has by its source. */
export function requireOwnPurpose(purpose: string | null | undefined): void {
  if (neverAlone.has(purpose as Purpose))
    throw invalidFields({ purpose: { code: 'document.purpose_source' } })
}

/** Own quantity of a line: what is to be carried out of it. */
const own = sql`case when d.kind = 'inventory_form' then abs(l.counted - l.booked) else l.quantity end`
/**
 * What may still be made from each line of a document, leaving one of the documents made from it
 * out of account.
 */
const open = (source: number, except: number | null): Sql => sql`
  select l.id, l.position, l.sku_id, l.lot, l.expires_on, l.price, l.unit_id, l.unit_ratio,
  l.unit_price, l.unit_cost, l.counted - l.booked as difference,
    round(${own} * case when d.kind = 'aplionform' then 1 + coalesce((select o.over_percent
    from inventory_option o), 0) / 100 else 1 end, 3) - coalesce(t.taken, 0) as most,
    ${own} - coalesce(t.taken, 0) as remaining
  from stock_document_line l join stock_document d on d.tenant_id = l.tenant_id and d.id = l.document_id
    left join lateral (select sum(c.quantity) as taken from stock_document_line c
    join stock_document h on h.tenant_id = c.tenant_id and h.id = c.document_id
      where c.tenant_id = l.tenant_id and c.source_line_id = l.id
      and h.audit_status not in (${auditStatus.rejected}, ${auditStatus.voided})
      and h.id is distinct from ${except}::bigint) t on true
  where l.document_id = ${source} and not (d.kind = 'inventory_form' and exists (select 1
  from stock_ledger g where g.tenant_id = l.tenant_id and g.line_id = l.id))`

export interface OpenLine {
  id: number
  skuId: number
  skuIdName: string
  skuCode: string
  unitName: string | null
  lotFlag: 0 | 1
  type: string
  lot: string | null
  expiresOn: string | null
  price: number | null
  remaining: number
  difference: number | null
  unitId: number | null
  unitRatio: number | null
  unitPrice: number | null
  units: ProductUnit[]
}
/** The lines of a document of which something is left. */
export const openLines = (tx: Tx, source: number) =>
  rows<OpenLine>(
    tx,
    sql`${prepared}
  select o.id, o.sku_id, s.name as sku_id_name, s.code as sku_code, u.name as unit_name, s.lot_flag, s.type,
  nullif(o.lot, '') as lot, o.expires_on, o.price, o.remaining, o.difference, o.unit_id,
  o.unit_ratio, o.unit_price, s.units
  from (${open(source, null)}) o join sku_view s on s.id = o.sku_id left
  join unit u on u.tenant_id = s.tenant_id and u.id = s.unit_id
  where o.remaining > 0 order by o.position, o.id`,
  )

/**
 * Lines that do not say which line of the source they carry out: the one of the same thing, and of
 * its lot where that is fixed.
 */
export async function withSourceLines(
  tx: Tx,
  source: SourceHead,
  goods: readonly DocumentLine[],
): Promise<DocumentLine[]> {
  if (goods.every(({ sourceLineId }) => sourceLineId)) return [...goods]
  const lines = await rows<{ id: number; skuId: number; lot: string }>(
    tx,
    sql`${prepared}select id, sku_id, lot from stock_document_line where document_id = ${source.id}
      order by position, id`,
  )
  return goods.map((good) => {
    const of = lines.filter(({ skuId }) => skuId === good.skuId)
    const one =
      of.find(({ lot }) => lot.toLowerCase() === (good.lot ?? '').toLowerCase()) ??
      of.find(({ lot }) => lot === '')
    return good.sourceLineId || !one ? good : { ...good, sourceLineId: one.id }
  })
}

interface Excess {
  position: number
  skuId: number
  skuName: string
  lot: string | null
  wanted: number
  remaining: number
}
/**
 * Each line names a line of the source with the same thing, and they take no more of it than is
 * left.
 * Errors: 422 at `goods`; 409 `stock.remaining` with every line that is too much, and what remains
 * of it.
 */
export async function requireRemaining(
  tx: Tx,
  source: SourceHead,
  kind: DocumentKind,
  goods: readonly DocumentLine[],
  except: number | null,
): Promise<void> {
  const given = goods.map(({ skuId, lot, quantity, sourceLineId }, position) => ({
    position,
    sku_id: skuId,
    lot: lot ?? '',
    quantity,
    line: sourceLineId ?? null,
  }))
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as w(position int,
    sku_id bigint, lot text, quantity numeric, line bigint)`
  const isLoss = kind === documentKinds.shipment
  // Beside what was asked for, a supplier may send something more: a sample, or what was forgotten.
  const mayAdd = source.kind === documentKinds.application
  const strange = await row<{ name: string }>(
    tx,
    sql`${prepared}select s.name from ${wanted} join sku_view s on s.id = w.sku_id
      where not (w.line is null and ${mayAdd}::boolean) and not exists (select 1
      from stock_document_line l join stock_document d on d.tenant_id = l.tenant_id and d.id = l.document_id
    where l.id = w.line and l.document_id = ${source.id} and l.sku_id = w.sku_id
    and (lower(l.lot) = lower(w.lot) or d.kind in ('aplionform', 'transfer') and l.lot = '')
      and (d.kind <> 'inventory_form' or (l.counted < l.booked) = ${isLoss}::boolean)) order by w.position limit 1`,
  )
  if (strange)
    throw invalidFields({ goods: { code: 'document.source_line', params: { name: strange.name } } })
  const lines = await rows<Excess>(
    tx,
    sql`${prepared}
    select w.position, w.sku_id, s.name as sku_name, nullif(w.lot, '') as lot, w.quantity as wanted,
    greatest(coalesce(o.remaining, 0), 0) as remaining
    from (select *, sum(quantity) over (partition by line) as whole from ${wanted}) w left
    join (${open(source.id, except)}) o on o.id = w.line join sku_view s on s.id = w.sku_id
    where w.line is not null and w.whole > coalesce(o.most, 0) order by w.position`,
  )
  const [first] = lines
  if (!first) return
  const params = { name: first.skuName, remaining: first.remaining }
  throw new HttpError(409, 'stock.remaining', {
    params,
    fields: { goods: { code: 'stock.remaining', params } },
    extra: { lines },
  })
}

/** Works out anew how much of a document was carried out by what is approved of it. */
export async function recalculateFulfilment(tx: Tx, source: number): Promise<void> {
  await sql`${prepared}update stock_document_line l
    set done_quantity = coalesce((select sum(c.quantity) from stock_document_line c
    join stock_document h on h.tenant_id = c.tenant_id and h.id = c.document_id
    where c.tenant_id = l.tenant_id and c.source_line_id = l.id
    and h.audit_status = ${auditStatus.approved}), 0) where l.document_id = ${source}`.execute(tx)
  await setExecuted(tx, source)
}
export async function setExecuted(tx: Tx, document: number): Promise<void> {
  await sql`${prepared}update stock_document d
    set exec_status = (select case when bool_and(l.done_quantity >= ${own}) then 2 when bool_or(l.done_quantity > 0) then 1 else 0 end
    from stock_document_line l where l.tenant_id = d.tenant_id and l.document_id = d.id)
    where d.id = ${document}`.execute(tx)
}
