import { sql } from 'kysely'
import {
  countLines,
  recountLines,
  refreshBooks,
  startCount,
  type OtherCount,
} from '#contract/inventory/document-calls.ts'
import { auditStatus, documentKinds } from '#contract/inventory/document-kinds.ts'
import { stocktake } from '#contract/inventory/document.ts'
import { changed, row, rows, type Sql, type Tx } from '#server/db/database.ts'
import type { Row } from '#server/db/crud.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import { actSince } from '#server/services/act.ts'
import { knownLots } from '#server/modules/inventory/engine/lots.ts'
import type { Services } from '#server/services/services.ts'
import { requireGoods } from './document-goods.ts'
import { loadForUpdate, updateDocument, recordTransition } from './document-moves.ts'

const mostLines = stocktake.fields.goods!.max!

/**
 * Takes what the books say, or said at a moment (`at`), for the lines of a stocktake that `which`
 * names, with the ledger row that it stands at.
 */
async function takeBooks(tx: Tx, id: number, which: Sql, at: Date | null = null): Promise<void> {
  const ofLine = sql`g.warehouse_id = d.warehouse_id and g.sku_id = x.sku_id and g.lot = x.lot`
  const since = sql`(select sum(g.quantity) from stock_ledger g where ${ofLine} and g.at > ${at})`
  await sql`update stock_document_line l set booked = coalesce(b.quantity, 0), booked_ledger_id = b.ledger_id
    from (select x.id, ${at ? sql`coalesce(o.quantity, 0) - coalesce(${since}, 0)` : sql`o.quantity`} as quantity,
      (select max(g.id) from stock_ledger g where ${ofLine} ${at ? sql`and g.at <= ${at}` : sql``}) as ledger_id
      from stock_document_line x join stock_document d on d.tenant_id = x.tenant_id and d.id = x.document_id
        left join stock_balance o on o.warehouse_id = d.warehouse_id and o.sku_id = x.sku_id
        and o.lot = x.lot where x.document_id = ${id}) b
    where l.id = b.id and l.document_id = ${id} and ${which}`.execute(tx)
}
/** Lines that came after the count began have their books taken then. */
export const bookNewLines = (tx: Tx, id: number, at: Date | null = null) =>
  takeBooks(
    tx,
    id,
    sql`l.booked is null and (select d.booked_at from stock_document d where d.id = ${id}) is not null`,
    at,
  )
/** When the books of a count were taken. */
const bookedAt = async (tx: Tx, id: number) =>
  (await row<{ at: string | null }>(
    tx,
    sql`select booked_at as at from stock_document where id = ${id}`,
  ))!.at

/**
 * Nobody's count is put aside unseen, nor a later one of one's own by what was counted before it
 * (`since`). Errors: 409 `stocktake.counted` with every line that was counted otherwise.
 */
async function requireOwnCounts(
  tx: Tx,
  { id, blindFlag }: Row,
  given: readonly { id: number; counted: number | null }[],
  by: number,
  since: Date | null,
): Promise<void> {
  if (given.length === 0) return
  const others = await rows<OtherCount>(
    tx,
    sql`select l.id, ${blindFlag === 1 ? sql`null` : sql`l.counted`} as counted, coalesce(m.real_name, '') as counted_by
    from stock_document_line l join jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as c(id bigint, counted numeric) on c.id = l.id left join member_view m on m.tenant_id = l.tenant_id and m.account_id = l.counted_by
    where l.document_id = ${id} and l.counted is not null and l.counted is distinct from c.counted
    and (l.counted_by <> ${by} ${since ? sql`or l.counted_at > ${since}` : sql``}) order by l.position`,
  )
  if (others.length > 0)
    throw new HttpError(409, 'stocktake.counted', {
      params: { count: others.length, name: others[0]!.countedBy },
      extra: { lines: others },
    })
}

/** Counting: start, enter, again, and against newer books. */
export function serveStocktake(app: Services): void {
  serve(app, startCount, ({ actedAt, phoneAt, ...asked }, context) =>
    context.write(async (write) => {
      const { tx } = write
      const before = await loadForUpdate(tx, stocktake, asked, 'start')
      const act = actSince(before.creationDate as string, 'stocktake.act_early', {
        actedAt,
        phoneAt,
      })
      const { lines } = (await row<{ lines: number }>(
        tx,
        sql`select count(*) as lines from stock_document_line where document_id = ${before.id}`,
      ))!
      if (lines === 0) {
        const filled = await changed(
          tx,
          sql`insert into stock_document_line (document_id, position, sku_id, lot)
        select ${before.id}, row_number() over (order by s.name, b.lot, b.id) - 1, b.sku_id, b.lot
        from stock_balance b join sku_view s on s.id = b.sku_id
        where b.warehouse_id = ${before.warehouseId as number} and b.quantity <> 0 limit ${mostLines + 1}`,
        )
        if (filled === 0) throw new HttpError(409, 'stocktake.nothing')
        if (filled > mostLines)
          throw new HttpError(409, 'stocktake.too_many', { params: { most: mostLines } })
      }
      await takeBooks(tx, before.id, sql`true`, actedAt === undefined ? null : act.at)
      await updateDocument(
        tx,
        before.id,
        context.actor.accountId,
        sql`audit_status = ${auditStatus.counting}, booked_at = ${act.at}`,
      )
      return recordTransition(stocktake, 'start', before, write, act.kept)
    }),
  )

  serve(app, countLines, ({ id, lines, actedAt, phoneAt }, context) =>
    context.write(async (write) => {
      const { tx } = write
      const before = await loadForUpdate(tx, stocktake, { id }, 'count')
      const act = actSince(await bookedAt(tx, id), 'stocktake.act_early', { actedAt, phoneAt })
      const since = actedAt === undefined ? null : act.at
      const found = lines.filter((line) => line.id === undefined)
      if (found.some(({ skuId }) => skuId === undefined))
        throw invalidFields({ lines: { code: 'field.required' } })
      const fresh = await knownLots(
        tx,
        found.map(({ skuId, lot, counted, price, remark, over }) => ({
          id: undefined,
          over,
          skuId: skuId!,
          lot: lot ?? null,
          counted,
          price,
          remark: remark ?? null,
        })),
      )
      if (fresh.length > 0)
        await requireGoods(tx, documentKinds.stocktake, before.warehouseId as number, fresh)
      const by = context.actor.accountId
      const ordered = [...lines.filter((line) => line.id !== undefined), ...fresh]
      // To put a line onto the sheet takes away no count that it has there.
      const keeps = sql`(c.line is null and c.counted is null and l.counted is not null)`
      const given = sql`jsonb_to_recordset(${JSON.stringify(ordered.map(({ id: line, skuId, lot, counted, price, remark }, turn) => ({ turn, line, sku_id: skuId, lot: lot ?? '', counted, price, remark })))}::jsonb)
      as c(turn int, line bigint, sku_id bigint, lot text, counted numeric(14, 3), price numeric(14, 4), remark text)`
      const known = await row<{ count: number }>(
        tx,
        sql`select count(*) as count from ${given} where c.line is null or exists (select 1
          from stock_document_line l where l.id = c.line and l.document_id = ${id})`,
      )
      if (known!.count !== lines.length)
        throw invalidFields({ lines: { code: 'field.missing_reference' } })
      // What is found may be on the sheet already: then it is a count of that line as any other.
      const onSheet = await rows<{ turn: number; id: number }>(
        tx,
        sql`select c.turn, l.id from ${given} join stock_document_line l on l.document_id = ${id}
          and (l.id = c.line or c.line is null and c.counted is not null and l.sku_id = c.sku_id
          and lower(l.lot) = lower(c.lot))`,
      )
      await requireOwnCounts(
        tx,
        before,
        onSheet.flatMap(({ turn, id: line }) =>
          ordered[turn]!.over ? [] : [{ id: line, counted: ordered[turn]!.counted }],
        ),
        by,
        since,
      )
      await sql`insert into stock_document_line (document_id, position, sku_id, lot)
      select ${id}, (select coalesce(max(position), -1) from stock_document_line
      where document_id = ${id}) + row_number() over (order by c.turn), c.sku_id, c.lot from ${given}
      where c.line is null and not exists (select 1 from stock_document_line l
      where l.document_id = ${id} and l.sku_id = c.sku_id and lower(l.lot) = lower(c.lot))`.execute(
        tx,
      )
      const { count } = (await row<{ count: number }>(
        tx,
        sql`select count(*) as count from stock_document_line where document_id = ${id}`,
      ))!
      if (count > mostLines)
        throw new HttpError(409, 'stocktake.too_many', { params: { most: mostLines } })
      await bookNewLines(tx, id, since)
      await sql`update stock_document_line l set counted = c.counted,
        counted_by = case when c.counted is null then null else ${by}::bigint end,
        counted_at = case when c.counted is null then null else ${since ? sql`${since}::timestamptz` : sql`clock_timestamp()`} end,
        price = coalesce(c.price, l.price), remark = coalesce(c.remark, l.remark)
      from ${given} where l.document_id = ${id} and (l.id = c.line or c.line is null
      and l.sku_id = c.sku_id and lower(l.lot) = lower(c.lot)) and not ${keeps}`.execute(tx)
      await updateDocument(tx, id, by, sql`audit_status = ${auditStatus.counting}`)
      const named = await rows<{ name: string; counted: number | null }>(
        tx,
        sql`select s.name || case when l.lot = '' then '' else ' ' || l.lot end as name, l.counted
      from stock_document_line l join sku_view s on s.id = l.sku_id join ${given} on l.id = c.line
      or c.line is null and l.sku_id = c.sku_id and lower(l.lot) = lower(c.lot) where l.document_id = ${id} and not ${keeps} order by c.turn limit 50`,
      )
      // What was entered stands in the history: the sheet itself shows only who had the last word.
      return recordTransition(stocktake, 'count', { ...before, goods: null }, write, {
        goods: named.map(({ name, counted }) => `${name}: ${counted ?? '–'}`).join('; '),
        ...act.kept,
      })
    }),
  )

  serve(app, recountLines, ({ id, lineIds }, context) =>
    context.write(async (write) => {
      const { tx } = write
      const before = await loadForUpdate(tx, stocktake, { id }, 'count')
      const which = lineIds ? sql`l.id = any(${lineIds}::bigint[])` : sql`l.counted <> l.booked`
      await sql`update stock_document_line l set counted = null, counted_by = null,
        counted_at = null where l.document_id = ${id} and ${which}`.execute(tx)
      await updateDocument(
        tx,
        id,
        context.actor.accountId,
        sql`audit_status = ${auditStatus.counting}`,
      )
      return recordTransition(stocktake, 'recount', before, write)
    }),
  )

  serve(app, refreshBooks, ({ id }, context) =>
    context.write(async (write) => {
      const { tx } = write
      const before = await loadForUpdate(tx, stocktake, { id }, 'count')
      const moved = sql`exists (select 1 from stock_ledger g
        where g.warehouse_id = ${before.warehouseId as number} and g.sku_id = l.sku_id
        and g.lot = l.lot and g.id > coalesce(l.booked_ledger_id, 0)`
      // Nobody knows whether goods moved before or after a hand counted them, unless the count came
      // later than the move.
      await sql`update stock_document_line l set counted = null, counted_by = null,
        counted_at = null where l.document_id = ${id} and ${moved} and g.at > l.counted_at)`.execute(
        tx,
      )
      await takeBooks(tx, id, sql`${moved})`)
      await updateDocument(
        tx,
        id,
        context.actor.accountId,
        sql`audit_status = ${auditStatus.counting}`,
      )
      return recordTransition(stocktake, 'refresh', before, write)
    }),
  )
}
