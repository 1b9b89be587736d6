import { sql } from 'kysely'
import { documentKinds, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { isSeed } from '#contract/inventory/germination.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import { today } from './engine/posting-date.ts'
import { isAgricultural, receives } from './document-purposes.ts'

/** A line as a client sends it. */
export interface DocumentLine {
  skuId: number
  lot?: string | null
  expiresOn?: string | null
  germination?: number | null
  testedOn?: string | null
  sampleSize?: number | null
  quantity?: number
  price?: number | null
  sourceLineId?: number | null
  /** As it was written, where that was in another unit of the product. */
  unitId?: number | null
  unitRatio?: number | null
  unitQuantity?: number | null
  unitPrice?: number | null
  batchId?: number | null
  counted?: number | null
  remark?: string | null
}
interface Sku {
  id: number
  name: string
  type: string
  lotFlag: number
  agriculturalFlag: number
  enabledFlag: number
  lots: string[]
}

const fault = (code: string, name: string) => invalidFields({ goods: { code, params: { name } } })
export const keyOf = ({ skuId, lot }: Pick<DocumentLine, 'skuId' | 'lot'>) =>
  `${skuId}/${(lot ?? '').toLowerCase()}`
const saysTest = ({ germination, testedOn, sampleSize }: DocumentLine) =>
  typeof germination === 'number' || typeof testedOn === 'string' || typeof sampleSize === 'number'
/** What a line may be worth at most (contract: money), in yuan. */
const mostAmount = 99_999_999.99

/**
 * Errors: 422 at `goods`, naming the first line that may not be there. `isBegun`: it ends what goods
 * have begun, such as a transfer, and asks for no new ones.
 */
export async function requireGoods(
  tx: Tx,
  kind: DocumentKind,
  warehouse: number,
  goods: readonly DocumentLine[],
  isBegun = false,
): Promise<void> {
  const found = await rows<Sku>(
    tx,
    sql`${prepared}select s.id, s.name, s.type, s.lot_flag, s.agricultural_flag, s.enabled_flag,
      array(select b.lot from stock_balance b where b.tenant_id = s.tenant_id and b.sku_id = s.id
      and b.warehouse_id = ${warehouse} and b.quantity <> 0) as lots
    from sku_view s where s.id = any(${[...new Set(goods.map(({ skuId }) => skuId))]}::bigint[])`,
  )
  const skus = new Map(found.map((sku) => [sku.id, sku]))
  const seen = new Set<string>()
  for (const good of goods) {
    const sku = skus.get(good.skuId)
    if (!sku) throw invalidFields({ goods: { code: 'field.missing_reference' } })
    const lot = good.lot ?? ''
    if (seen.has(keyOf(good)))
      throw fault('document.repeated', lot ? `${sku.name} ${lot}` : sku.name)
    seen.add(keyOf(good))
    // What lies there has to be counted and let out, whatever became of the product since.
    const onHand = !receives(kind) && sku.lots.includes(lot)
    if (sku.enabledFlag === 0 && !isBegun && !(onHand && kind !== documentKinds.application))
      throw fault('document.disabled', sku.name)
    if (isAgricultural(kind) && sku.agriculturalFlag === 0)
      throw fault('document.not_agricultural', sku.name)
    if (
      (good.unitId
        ? (good.unitQuantity ?? 0) * (good.unitPrice ?? 0)
        : (good.quantity ?? 0) * (good.price ?? 0)) > mostAmount
    )
      throw fault('document.amount', sku.name)
    // What is asked for or planned has no lot yet.
    const isPlan = kind === documentKinds.application || kind === documentKinds.transfer
    if (sku.lotFlag === 1 && lot === '' && !onHand && !isPlan)
      throw fault('document.lot_needed', sku.name)
    if (sku.lotFlag === 0 && lot !== '' && !onHand) throw fault('document.lot_unused', sku.name)
    // What is no seed, or is kept without lots, has none to keep it by.
    if (saysTest(good) && !(isSeed(sku.type) && lot !== ''))
      throw fault('document.germination', sku.name)
  }
}

/** Errors: 422 at `goods` for a test on a day that has not come. */
export async function requireTested(
  tx: Tx,
  tenant: number,
  goods: readonly DocumentLine[],
): Promise<void> {
  const days = goods.flatMap(({ testedOn }) => testedOn ?? [])
  if (days.length === 0) return
  const now = await today(tx, tenant)
  if (days.some((day) => day > now))
    throw invalidFields({ goods: { code: 'document.test_future', params: { date: now } } })
}

/** Errors: 422 at `otherFees`, which are worth no more together than a line may be. */
export function requireFees(fees: unknown): void {
  const sum = ((fees ?? []) as { amount: number }[]).reduce((all, { amount }) => all + amount, 0)
  if (sum > mostAmount) throw invalidFields({ otherFees: { code: 'document.fees' } })
}

/**
 * Errors: 422 at `landId` where something is used that keeps a plot from being harvested, and no
 * plot is named.
 */
export async function requirePlot(
  tx: Tx,
  goods: readonly DocumentLine[],
  landId: unknown,
): Promise<void> {
  if (typeof landId === 'number') return
  const kept = await row<{ name: string }>(
    tx,
    sql`${prepared}select p.name from product_sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.id = any(${[...new Set(goods.map(({ skuId }) => skuId))]}::bigint[]) and (p.safety_interval > 0
      or exists (select 1 from crop c where c.intervals @> jsonb_build_array(jsonb_build_object('productId', p.id)))) limit 1`,
  )
  if (kept)
    throw invalidFields({ landId: { code: 'document.plot_needed', params: { name: kept.name } } })
}

/**
 * Stores the lines of a document. A thing and lot that was there keeps its line. Money is worked
 * out here.
 */
export async function saveGoods(
  tx: Tx,
  documentId: number,
  goods: readonly DocumentLine[],
  isNew: boolean,
): Promise<void> {
  const given = goods.map(
    (
      {
        skuId,
        lot,
        expiresOn,
        germination,
        testedOn,
        sampleSize,
        quantity,
        price,
        unitId,
        unitRatio,
        unitQuantity,
        unitPrice,
        sourceLineId,
        batchId,
        counted,
        remark,
      },
      position,
    ) => ({
      position,
      sku_id: skuId,
      lot: lot ?? '',
      expires_on: expiresOn,
      germination,
      tested_on: testedOn,
      sample_size: sampleSize,
      quantity,
      price,
      unit_id: unitId,
      unit_ratio: unitRatio,
      unit_quantity: unitQuantity,
      unit_price: unitPrice,
      source_line_id: sourceLineId,
      batch_id: batchId,
      counted,
      remark,
    }),
  )
  const lines = sql`(select g.*, round(case when g.unit_id is null then g.quantity * g.price else g.unit_quantity * g.unit_price end, 2) as amount from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
    as g(position int, sku_id bigint, lot text, expires_on date, germination int, tested_on date, sample_size int, quantity numeric(14, 3), price numeric(14, 4),
      unit_id bigint, unit_ratio numeric(12, 6), unit_quantity numeric(14, 3),
      unit_price numeric(14, 4), source_line_id bigint, batch_id bigint, counted numeric(14, 3), remark text)) as g`
  if (!isNew) {
    await sql`${prepared}delete from stock_document_line l where document_id = ${documentId}
      and not exists (select 1 from ${lines} where g.sku_id = l.sku_id and g.lot = l.lot)`.execute(
      tx,
    )
    await sql`${prepared}update stock_document_line l set position = g.position,
      expires_on = g.expires_on, germination = g.germination, tested_on = g.tested_on, sample_size = g.sample_size, quantity = g.quantity, price = g.price, amount = g.amount,
        unit_id = g.unit_id, unit_ratio = g.unit_ratio, unit_quantity = g.unit_quantity,
        unit_price = g.unit_price, source_line_id = g.source_line_id, batch_id = g.batch_id,
        counted = g.counted, remark = g.remark from ${lines} where l.document_id = ${documentId}
        and l.sku_id = g.sku_id and l.lot = g.lot`.execute(tx)
  }
  await sql`${prepared}insert into stock_document_line (document_id, position, sku_id, lot,
    expires_on, germination, tested_on, sample_size, quantity, price, amount, unit_id, unit_ratio, unit_quantity, unit_price,
    source_line_id, batch_id, counted, remark)
    select ${documentId}, g.position, g.sku_id, g.lot, g.expires_on, g.germination, g.tested_on, g.sample_size, g.quantity, g.price, g.amount,
    g.unit_id, g.unit_ratio, g.unit_quantity, g.unit_price, g.source_line_id, g.batch_id, g.counted, g.remark from ${lines}
    where not exists (select 1 from stock_document_line l where l.document_id = ${documentId}
    and l.sku_id = g.sku_id and l.lot = g.lot) order by g.position`.execute(tx)
}

/**
 * What a document is about in yuan, for whoever decides on it: the goods at their price or, where
 * they have none, at what
 * lies there costs on average; a count by what differs; with the other fees.
 */
export async function worthOf(tx: Tx, documentId: number): Promise<number> {
  const found = await row<{ worth: number }>(
    tx,
    sql`${prepared}
    select coalesce(sum(coalesce(l.amount,
    round(case when d.kind = ${documentKinds.stocktake} then abs(l.counted - l.booked) else l.quantity end * coalesce(l.price, lot.average, lies.average, s.cost_price, 0), 2))), 0)
      + coalesce((select sum((f ->> 'amount')::numeric)
        from stock_document h, jsonb_array_elements(h.other_fees) f where h.id = ${documentId}), 0) as worth
    from stock_document_line l join stock_document d on d.tenant_id = l.tenant_id
    and d.id = l.document_id join sku_view s on s.id = l.sku_id
      left join stock_balance lot on lot.tenant_id = l.tenant_id
      and lot.warehouse_id = d.warehouse_id and lot.sku_id = l.sku_id and lot.lot = l.lot
      left join lateral (select sum(b.value) / nullif(sum(b.quantity), 0) as average from stock_balance b
        where b.tenant_id = l.tenant_id and b.warehouse_id = d.warehouse_id and b.sku_id = l.sku_id) lies on true
    where l.document_id = ${documentId}`,
  )
  return found!.worth
}

/** Adds up the money of a document. */
export async function addUp(tx: Tx, documentId: number): Promise<void> {
  await sql`${prepared}update stock_document d set goods_total = s.goods, total = s.goods + s.fees from (
      select coalesce((select sum(amount) from stock_document_line where document_id = ${documentId}), 0) as goods,
        coalesce((select sum((f ->> 'amount')::numeric)
        from stock_document h, jsonb_array_elements(h.other_fees) f where h.id = ${documentId}), 0) as fees) s
    where d.id = ${documentId}`.execute(tx)
}
