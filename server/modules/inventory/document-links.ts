import { sql } from 'kysely'
import {
  documentChain,
  documentRemaining,
  transferTargets,
  type DocumentLink,
  type TransferTarget,
} from '#contract/inventory/document-calls.ts'
import { documentKinds, purposes, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { inUnit } from '#contract/inventory/product-unit.ts'
import { documents } from '#contract/inventory/document.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { purposeOf } from './document-purposes.ts'
import {
  requireNext,
  headOf,
  openLines,
  type OpenLine,
  type SourceHead,
} from './document-source.ts'

const maySee = (kind: DocumentKind, codes: ReadonlySet<string>) =>
  [documents[kind].permissions.list ?? []].flat().some((code) => codes.has(code))
/** Errors: 404 where there is none, and where its kind is hidden from who asks. */
async function seen(tx: Tx, id: number, codes: ReadonlySet<string>): Promise<SourceHead> {
  const head = await headOf(tx, id)
  if (!head || !maySee(head.kind, codes)) throw notFound()
  return head
}

/** Which warehouse a draft starts with: goods in transit arrive where the transfer sends them. */
async function target(tx: Tx, source: SourceHead, to: DocumentKind): Promise<number> {
  if (source.kind !== documentKinds.shipment || to !== documentKinds.warehousing)
    return source.warehouseId
  const found = await row<{ toWarehouseId: number }>(
    tx,
    sql`select t.to_warehouse_id from stock_document s join stock_document t on t.tenant_id = s.tenant_id and t.id = s.source_id where s.id = ${source.id}`,
  )
  return found?.toWarehouseId ?? source.warehouseId
}

/** What is left of a line in the unit in which it was written, where that is exact and the product still has it so. */
function inItsUnit(
  { unitId, unitRatio, unitPrice, units, remaining }: OpenLine,
  isPriced: boolean,
) {
  const unit = units.find((one) => one.unitId === unitId && one.ratio === unitRatio)
  const unitQuantity = unit ? inUnit(remaining, unit.ratio) : null
  return unit && unitQuantity !== null
    ? { unitId, unitIdName: unit.unitIdName, unitQuantity, unitPrice: isPriced ? unitPrice : null }
    : {}
}

// Of what came or went for good nothing is left to be carried out.
const isCarried = sql`(d.kind in ('aplionform', 'transfer', 'inventory_form') or d.purpose = ${purposes.transfer} and d.kind = 'shipment')`

/** What hangs together with a document, and what may still be made from it. */
export function documentLinks(app: Services): void {
  serve(app, documentRemaining, ({ id, to }, { read, codes }) =>
    read(async (tx) => {
      const source = await seen(tx, id, codes)
      requireNext(source, to)
      const purpose = purposeOf(source, to)
      const lines = await openLines(tx, id)
      const wanted =
        source.kind === documentKinds.stocktake
          ? lines.filter(({ difference }) => difference! < 0 === (to === documentKinds.shipment))
          : lines
      return {
        sourceId: id,
        sourceCode: source.code,
        sourceKind: source.kind,
        warehouseId: await target(tx, source, to),
        partnerId: source.partnerId,
        ...(purpose && { purpose }),
        // What moves at its own cost has no price.
        goods: wanted.map((open) => {
          const {
            id: sourceLineId,
            remaining,
            difference: _difference,
            price,
            unitId: _id,
            unitRatio: _ratio,
            unitPrice: _price,
            ...line
          } = open
          const isPriced = purpose !== purposes.transfer
          return {
            ...line,
            quantity: remaining,
            price: isPriced ? price : null,
            ...inItsUnit(open, isPriced),
            sourceLineId,
          }
        }),
      }
    }),
  )

  serve(app, transferTargets, ({ of }, { read }) =>
    read((tx) =>
      rows<TransferTarget>(
        tx,
        sql`${prepared}select id, name, enabled_flag from furrow_warehouse_names()
          where enabled_flag = 1 or ${of} = 'all' order by name collate "zh-x-icu", id`,
      ),
    ),
  )

  serve(app, documentChain, ({ id }, { read, codes }) =>
    read(async (tx) => {
      await seen(tx, id, codes)
      const links = await rows<DocumentLink>(
        tx,
        sql`
      with recursive up as (
        select id, source_id from stock_document where id = ${id} union select d.id, d.source_id from stock_document d join up on d.id = up.source_id),
      chain as (
        select id from up where source_id is null union select d.id from stock_document d join chain c on d.source_id = c.id)
      select d.id, d.kind, d.code, d.audit_status, v.exec_status, d.closed_flag, d.occurred_on, d.source_id, w.name as to_warehouse_name,
        case when ${isCarried} then coalesce((select round(100 * avg(least(l.done_quantity, o.own) / o.own), 1) from stock_document_line l
          cross join lateral (select case when d.kind = ${documentKinds.stocktake} then abs(l.counted - l.booked) else l.quantity end as own) o
          where l.tenant_id = d.tenant_id and l.document_id = d.id and o.own > 0), 0) end as percent
      from stock_document d join chain c on c.id = d.id join stock_document_view v on v.tenant_id = d.tenant_id and v.id = d.id
        left join stock_document p on p.tenant_id = d.tenant_id and p.id = d.source_id and d.kind = ${documentKinds.shipment}
        left join furrow_warehouse_names() w on w.id = coalesce(d.to_warehouse_id, p.to_warehouse_id) order by d.id limit 500`,
      )
      return links
        .filter(({ kind }) => maySee(kind, codes))
        .map((link) =>
          'execStatus' in documents[link.kind].fields
            ? link
            : { ...link, execStatus: null, closedFlag: null },
        )
    }),
  )
}
