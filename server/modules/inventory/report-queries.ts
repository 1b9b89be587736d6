import { sql } from 'kysely'
import type { StockReport } from '#contract/inventory/report-calls.ts'
import type { Sql } from '#server/db/database.ts'

export interface Asked {
  from?: string
  to?: string
  on?: string
  warehouseId?: number
  skuId?: number
  type?: string
}

// A void takes back what came or went on the side on which it did so. A revaluation is worth that
// neither came nor went.
const ins = sql`g.type in ('in', 'gain', 'voidIn', 'voidGain')`
const revalued = sql`g.type in ('revaluation', 'voidRevaluation')`
const outs = sql`g.type in ('out', 'loss', 'back', 'lost', 'voidOut', 'voidLoss', 'voidBack', 'voidLost')`

const among = ({
  warehouseId,
  skuId,
  type,
}: Asked) => sql`${warehouseId ? sql`and g.warehouse_id = ${warehouseId}` : sql``} ${skuId ? sql`and g.sku_id = ${skuId}` : sql``}
  ${
    type
      ? sql`and exists (select 1 from product_sku s join product p on p.tenant_id = s.tenant_id
    and p.id = s.product_id where s.tenant_id = g.tenant_id and s.id = g.sku_id and p.type = ${type})`
      : sql``
  }`
/**
 * Names beside the figures of `figures`, and how much of its further units `quantity` is, in the
 * order of reading.
 */
const named = (
  figures: Sql,
  quantity: Sql,
  columns: Sql,
) => sql`select f.warehouse_id, w.name as warehouse_name, f.sku_id, k.code as sku_code,
  k.name as sku_name, k.type, u.name as unit_name, u.en_name as unit_en_name,
    furrow_packs(k.tenant_id, k.product_id, ${quantity}) as packs, ${columns}
  from (${figures}) f join warehouse w on w.id = f.warehouse_id join sku_view k on k.id = f.sku_id
  left join unit u on u.id = k.unit_id`

const summary = (asked: Asked) =>
  named(
    sql`
  select g.tenant_id, g.warehouse_id, g.sku_id,
    coalesce(sum(g.quantity) filter (where g.occurred_on < ${asked.from}::date),
    0) as opening_quantity, coalesce(sum(g.value) filter (where g.occurred_on < ${asked.from}::date), 0) as opening_value,
    coalesce(sum(g.quantity) filter (where g.occurred_on >= ${asked.from}::date
    and ${ins}), 0) as in_quantity,
    coalesce(sum(g.value) filter (where g.occurred_on >= ${asked.from}::date and ${ins}), 0) as in_value,
    coalesce(-sum(g.quantity) filter (where g.occurred_on >= ${asked.from}::date
    and ${outs}), 0) as out_quantity,
    coalesce(-sum(g.value) filter (where g.occurred_on >= ${asked.from}::date and ${outs}), 0) as out_value,
    coalesce(sum(g.value) filter (where g.occurred_on >= ${asked.from}::date and ${revalued}), 0) as revalued_value,
    sum(g.quantity) as closing_quantity, sum(g.value) as closing_value
  from stock_ledger g where g.occurred_on <= ${asked.to}::date ${among(asked)} group by 1, 2, 3
  having sum(g.quantity) <> 0 or sum(g.value) <> 0 or bool_or(g.occurred_on >= ${asked.from}::date)`,
    sql`f.closing_quantity`,
    sql`f.opening_quantity, f.opening_value, f.in_quantity, f.in_value, f.out_quantity, f.out_value,
      f.revalued_value, f.closing_quantity, f.closing_value`,
  )

// What is left is of the latest receipts: each counts for what those after it do not already hold.
const ageing = (asked: Asked) =>
  named(
    sql`
  with held as (select g.warehouse_id, g.sku_id, g.lot, sum(g.quantity) as quantity, sum(g.value) as value
      from stock_ledger g where g.occurred_on <= ${asked.on}::date ${among(asked)} group by 1, 2, 3
      having sum(g.quantity) > 0),
    receipts as (select g.warehouse_id, g.sku_id, g.lot, g.id, g.occurred_on, g.quantity,
        coalesce(sum(g.quantity) over (partition by g.warehouse_id, g.sku_id, g.lot
        order by g.occurred_on desc, g.id desc rows between unbounded preceding and 1 preceding), 0) as newer
      from stock_ledger g where g.type in ('in', 'gain') and g.quantity > 0
      and g.occurred_on <= ${asked.on}::date ${among(asked)}
        and not exists (select 1 from stock_ledger v where v.tenant_id = g.tenant_id
        and v.line_id = g.line_id and v.occurred_on <= ${asked.on}::date
        and v.type = case g.type when 'in' then 'voidIn' else 'voidGain' end)),
    layers as (select h.warehouse_id, h.sku_id, h.lot, ${asked.on}::date - r.occurred_on as age,
    least(r.quantity, h.quantity - r.newer) as quantity
      from held h join receipts r using (warehouse_id, sku_id, lot) where h.quantity > r.newer),
    aged as (select warehouse_id, sku_id, lot, sum(quantity) filter (where age <= 30) as days30,
    sum(quantity) filter (where age between 31 and 90) as days90,
        sum(quantity) filter (where age between 91 and 180) as days180,
        sum(quantity) filter (where age > 180) as older, sum(quantity * age) as age from layers group by 1, 2, 3)
  select h.warehouse_id, h.sku_id, sum(h.quantity) as quantity, sum(h.value) as value,
  coalesce(sum(a.days30), 0) as days30, coalesce(sum(a.days90), 0) as days90,
    coalesce(sum(a.days180), 0) as days180, coalesce(sum(a.older), 0) as older,
    round(sum(a.age) / sum(h.quantity), 1) as average_age,
    sum(h.value * a.days30 / h.quantity) as value30,
    sum(h.value * a.days90 / h.quantity) as value90,
    sum(h.value * a.days180 / h.quantity) as value180, sum(h.value * a.older / h.quantity) as value_older
  from held h left join aged a using (warehouse_id, sku_id, lot) group by 1, 2`,
    sql`f.quantity`,
    sql`f.quantity, f.value, f.days30, f.days90, f.days180, f.older, f.average_age, f.value30,
      f.value90, f.value180, f.value_older`,
  )

// Moved to another of the farm's own warehouses is not used up.
const usedUp = sql`(${outs} and not (g.type not in ('lost', 'voidLost') and exists (select 1
  from stock_document d where d.tenant_id = g.tenant_id and d.id = g.document_id and d.purpose = 'transfer')))`
const turnover = (asked: Asked) =>
  named(
    sql`
  select s.warehouse_id, s.sku_id, s.out_quantity, s.out_value, s.closing_quantity,
  round(s.average_quantity, 3) as average_quantity,
    case when s.average_quantity > 0 then round(s.out_quantity / s.average_quantity, 2) end as turnover,
    case when s.out_quantity > 0 then round(greatest(s.closing_quantity,
    0) * s.days / s.out_quantity, 1) end as cover_days
  from (select g.warehouse_id, g.sku_id, (${asked.to}::date - ${asked.from}::date + 1) as days,
      coalesce(-sum(g.quantity) filter (where g.occurred_on >= ${asked.from}::date
      and ${usedUp}), 0) as out_quantity,
      coalesce(-sum(g.value) filter (where g.occurred_on >= ${asked.from}::date and ${usedUp}), 0) as out_value,
      -- What was there on the first day counts for all days, what came later for those that were left. Rounded when it is shown, not before.
      sum(g.quantity * (${asked.to}::date - greatest(g.occurred_on,
      ${asked.from}::date) + 1)) / (${asked.to}::date - ${asked.from}::date + 1) as average_quantity,
      sum(g.quantity) as closing_quantity
    from stock_ledger g where g.occurred_on <= ${asked.to}::date ${among(asked)} group by 1, 2
    having sum(g.quantity) <> 0 or bool_or(g.occurred_on >= ${asked.from}::date)) s`,
    sql`f.closing_quantity`,
    sql`f.out_quantity, f.out_value, f.average_quantity, f.closing_quantity, f.turnover, f.cover_days`,
  )

/** What went for what: by purpose and plot, at what it cost. */
const usage = (asked: Asked) =>
  named(
    sql`
  select g.warehouse_id, g.sku_id, case when g.type in ('lost',
  'voidLost') then 'lost' else coalesce(d.purpose, d.kind) end as purpose, l.land_name,
  -sum(g.quantity) as quantity, -sum(g.value) as value
  from stock_ledger g join stock_document d on d.tenant_id = g.tenant_id and d.id = g.document_id
  left join land l on l.tenant_id = d.tenant_id and l.id = d.land_id
  where g.occurred_on between ${asked.from}::date and ${asked.to}::date and ${outs} ${among(asked)}
  group by 1, 2, 3, d.land_id, 4 having sum(g.quantity) <> 0`,
    sql`f.quantity`,
    sql`f.purpose, f.land_name, f.quantity, f.value`,
  )

/** The lines of each report, all of them. */
export const reportQueries: Readonly<Record<StockReport, (asked: Asked) => Sql>> = {
  summary,
  ageing,
  turnover,
  usage,
}
/** What is added up over all lines, in yuan. */
export const reportTotals: Readonly<Record<StockReport, Sql>> = {
  summary: sql`coalesce(sum(opening_value), 0) as opening_value, coalesce(sum(in_value),
    0) as in_value, coalesce(sum(out_value), 0) as out_value, coalesce(sum(revalued_value),
    0) as revalued_value, coalesce(sum(closing_value), 0) as closing_value`,
  ageing: sql`coalesce(sum(value), 0) as value, coalesce(round(sum(value30), 2), 0) as days30,
    coalesce(round(sum(value90), 2), 0) as days90, coalesce(round(sum(value180), 2), 0) as days180,
    coalesce(round(sum(value_older), 2), 0) as older`,
  turnover: sql`coalesce(sum(out_value), 0) as out_value`,
  usage: sql`coalesce(sum(value), 0) as value`,
}
export const readingOrder = sql`order by warehouse_name collate "zh-x-icu", sku_name collate "zh-x-icu", sku_id`
