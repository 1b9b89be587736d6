import { sql } from 'kysely'
import { countPack, mostCounting, type CountPack } from '#contract/inventory/counting.ts'
import { auditStatus, documentKinds } from '#contract/inventory/document-kinds.ts'
import { stocktake } from '#contract/inventory/document.ts'
import { seenAs } from '#contract/seen.ts'
import { selection } from '#server/db/columns.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

type Sheet = CountPack['content'][number]
const countable = [auditStatus.draft, auditStatus.counting, auditStatus.rejected]

/** What comes onto the sheet of a count without lines as it is begun; not yet on it: ids below zero. */
async function linesToCome(tx: Tx, empty: readonly Sheet[]): Promise<Map<number, Sheet['goods']>> {
  const found = await rows<{ warehouseId: number; goods: Sheet['goods'] }>(
    tx,
    sql`select b.warehouse_id, jsonb_agg(jsonb_build_object('id', -b.turn, 'skuId', b.sku_id,
        'skuIdName', s.name, 'skuCode', s.code, 'unitName', u.name, 'units', s.units,
        'lot', nullif(b.lot, ''), 'booked', null, 'counted', null, 'difference', null,
        'moved', null, 'countedBy', null, 'countedAt', null) order by b.turn) as goods
      from (select o.*, row_number() over (partition by o.warehouse_id order by k.name, o.lot, o.id) as turn
          from stock_balance o join sku_view k on k.id = o.sku_id where o.quantity <> 0
            and o.warehouse_id = any(${empty.map(({ warehouseId }) => warehouseId)}::bigint[])) b
        join sku_view s on s.id = b.sku_id
        left join unit u on u.tenant_id = s.tenant_id and u.id = s.unit_id
      where b.turn <= ${mostCounting.lines} group by b.warehouse_id`,
  )
  return new Map(found.map(({ warehouseId, goods }) => [warehouseId, goods]))
}
/** The first of them that go along whole. */
function fitting(sheets: readonly Sheet[]): Sheet[] {
  let left: number = mostCounting.lines
  return sheets.filter(({ goods }) => {
    if (goods.length > left) return false
    left -= goods.length
    return true
  })
}

/** What somebody takes along who counts. */
export function serveCounting(app: Services): void {
  serve(app, countPack, (_input, { read, codes }) =>
    read(async (tx) => {
      const sheets = await rows<Sheet>(
        tx,
        sql`select ${selection(seenAs(stocktake, codes), { whole: true })} from stock_document_view t
          where t.kind = ${documentKinds.stocktake}
            and t.audit_status = any(${countable}::smallint[])
          order by t.audit_status = ${auditStatus.draft}, t.last_update_date desc, t.id desc
          limit ${mostCounting.sheets}`,
      )
      const isEmpty = ({ auditStatus: status, goods }: Sheet) =>
        status === auditStatus.draft && goods.length === 0
      const coming = await linesToCome(tx, sheets.filter(isEmpty))
      const content = fitting(
        sheets.map((sheet) =>
          isEmpty(sheet) ? { ...sheet, goods: coming.get(sheet.warehouseId) ?? [] } : sheet,
        ),
      )
      const skuIds = new Set(content.flatMap(({ goods }) => goods.map(({ skuId }) => skuId)))
      return {
        content,
        items: await rows<CountPack['items'][number]>(
          tx,
          sql`select id, name, code, barcode, product_id, combination, units, lot_flag from sku_view
            where id = any(${[...skuIds]}::bigint[]) order by id desc`,
        ),
      }
    }),
  )
}
