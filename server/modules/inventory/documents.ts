import { sql } from 'kysely'
import { storageName, type Entity } from '#contract/entity.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { documentKinds, purposes, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documents as kinds } from '#contract/inventory/document.ts'
import { deleteRow, insertRow, showRow, updateRow, type Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { requirePast } from '#server/modules/inventory/engine/posting-date.ts'
import { knownLots } from '#server/modules/inventory/engine/lots.ts'
import { nextNumber } from '#server/modules/inventory/engine/document-number.ts'
import { crud, type Hooks } from '#server/http/crud.ts'
import type { Services } from '#server/services/services.ts'
import {
  addUp,
  requireFees,
  requireGoods,
  requireTested,
  requirePlot,
  keyOf,
  saveGoods,
  type DocumentLine,
} from './document-goods.ts'
import { keptPrices } from './line-prices.ts'
import { inStockUnits } from './line-units.ts'
import { ships } from './document-purposes.ts'
import { requireWarehouseInUse } from './document-in-use.ts'
import { serveLineBatches, withBatches } from './line-batches.ts'
import { documentLinks } from './document-links.ts'
import { bindToTarget } from './document-sides.ts'
import { documentMoves } from './document-moves.ts'
import {
  requireOwnPurpose,
  requireRemaining,
  requireSource,
  withSourceLines,
} from './document-source.ts'
import { bookNewLines, serveStocktake } from './stocktake.ts'

const isPlan = (kind: DocumentKind) =>
  kind === documentKinds.application || kind === documentKinds.transfer
type Head = Record<string, unknown> & {
  warehouseId: number
  toWarehouseId?: number | null
  occurredOn: string
  purpose?: string | null
  partnerId?: number | null
  sourceId?: number | null
}

/** A return without a source goes to whom we buy from, or comes from whom we sell to. */
async function directionOf(
  tx: Tx,
  sourceKind: DocumentKind | null,
  partner: number | null | undefined,
): Promise<string> {
  if (sourceKind) return sourceKind === documentKinds.warehousing ? 'out' : 'in'
  const found = partner
    ? await row<{ category: string }>(tx, sql`select category from partner where id = ${partner}`)
    : null
  return found?.category === 'supplier' ? 'out' : 'in'
}

/**
 * A count is entered when the books are taken; an edit keeps what others have counted meanwhile.
 */
async function counted(
  tx: Tx,
  before: Row | null,
  goods: readonly DocumentLine[],
): Promise<DocumentLine[]> {
  const { isBooked = false } = before
    ? (await row<{ isBooked: boolean }>(
        tx,
        sql`select booked_at is not null as is_booked from stock_document where id = ${before.id}`,
      ))!
    : {}
  if (!isBooked) return goods.map((good) => ({ ...good, counted: null }))
  const lines = await rows<{ skuId: number; lot: string; counted: number | null }>(
    tx,
    sql`select sku_id, lot, counted from stock_document_line where document_id = ${before!.id}`,
  )
  const known = new Map(lines.map((line) => [keyOf(line), line.counted]))
  return goods.map((good) => ({
    ...good,
    counted: good.counted === undefined ? (known.get(keyOf(good)) ?? null) : good.counted,
  }))
}

/** Puts the lines of a deleted document back. Errors: 422 where what they name is gone. */
async function keepLines(tx: Tx, lines: unknown): Promise<void> {
  if (!Array.isArray(lines) || lines.length === 0) return
  const columns = await rows<{ name: string }>(
    tx,
    sql`select attname::text as name from pg_attribute
      where attrelid = 'stock_document_line'::regclass and attnum > 0 and not attisdropped
      and attname = any(${Object.keys(lines[0] as object)}::text[])`,
  )
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`insert into stock_document_line (${names}) select ${names}
    from jsonb_populate_recordset(null::stock_document_line, ${JSON.stringify(lines)}::jsonb)`
    .execute(tx)
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === '23503'
        ? unprocessable('recycle.reference')
        : error
    })
}

function hooksOf(app: Services, kind: DocumentKind, entity: Entity): Hooks {
  const store = async (
    id: number,
    goods: readonly DocumentLine[] | undefined,
    { tx }: { tx: Tx },
    isNew: boolean,
  ) => {
    if (goods) await saveGoods(tx, id, goods, isNew)
    if (kind === documentKinds.stocktake && !isNew) await bookNewLines(tx, id)
    await addUp(tx, id)
  }
  return {
    prepare: async (values, before, { tx }, { tenant, codes, actor }) => {
      const head = {
        ...before,
        ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
      } as Head
      const { purpose } = head
      if (values.occurredOn) await requirePast(tx, tenant, head.occurredOn)
      if (head.toWarehouseId === head.warehouseId)
        throw invalidFields({ toWarehouseId: { code: 'document.same_warehouse' } })
      // A plan says when it is to be there; what is there already may have come before it was
      // written down.
      if (
        isPlan(kind) &&
        typeof head.arrivalDate === 'string' &&
        head.arrivalDate < head.occurredOn
      )
        throw invalidFields({ arrivalDate: { code: 'document.arrival_early' } })
      requireFees(head.otherFees)
      const isCount = kind === documentKinds.stocktake
      const given = (values.goods ?? (isCount && !before ? [] : undefined)) as
        | DocumentLine[]
        | undefined
      const spelt = given && (await inStockUnits(tx, await knownLots(tx, given)))
      const entered = spelt && isCount ? await counted(tx, before, spelt) : spelt
      const source = head.sourceId ? await requireSource(tx, kind, head.sourceId, head) : null
      const placed = source && entered ? await withSourceLines(tx, source, entered) : entered
      const priced =
        placed && !codes.has(costCode)
          ? await keptPrices(tx, before?.id ?? null, source?.id ?? null, placed)
          : placed
      const goods =
        priced && kind === documentKinds.shipment
          ? await withBatches(app, tx, actor.scope, before?.id ?? null, purpose, priced)
          : priced
      const isBegun = source !== null && source.kind !== documentKinds.application
      if (goods) {
        await requireGoods(tx, kind, head.warehouseId, goods, isBegun)
        await requireTested(tx, tenant, goods)
      }
      if (ships(kind) && purpose === purposes.use)
        await requirePlot(
          tx,
          goods ?? ((await showRow(tx, entity, before!.id))!.goods as DocumentLine[]),
          head.landId,
        )
      if (source && goods) await requireRemaining(tx, source, kind, goods, before?.id ?? null)
      if (!source) {
        requireOwnPurpose(purpose)
        if (goods?.some(({ sourceLineId }) => sourceLineId))
          throw invalidFields({ goods: { code: 'document.source_unknown' } })
      }
      const direction =
        kind === documentKinds.return
          ? { direction: await directionOf(tx, source?.kind ?? null, head.partnerId) }
          : {}
      await requireWarehouseInUse(tx, kind, { ...head, ...direction }, before as Head | null)
      // What moves at its own cost has no price of its own.
      return {
        ...values,
        ...direction,
        ...(goods && {
          goods:
            purpose === 'transfer'
              ? goods.map((good) => ({ ...good, price: null, unitPrice: null }))
              : goods,
        }),
      }
    },
    insert: async ({ goods, ...head }, write, { tenant, actor }) => {
      const id = await insertRow(
        write.tx,
        entity,
        { ...head, code: await nextNumber(write.tx, tenant, kind) },
        actor.accountId,
      )
      await bindToTarget(write.tx, kind, id)
      await store(id, goods as DocumentLine[], write, true)
      return id
    },
    update: async (id, version, { goods, ...head }, write, { actor }) => {
      if (!(await updateRow(write.tx, entity, id, version, head, actor.accountId))) return false
      await store(id, goods as DocumentLine[] | undefined, write, false)
      return true
    },
    remove: async ({ id }, { tx }) => {
      await sql`update recycled set content = content || jsonb_build_object('lines',
        (select coalesce(jsonb_agg(to_jsonb(l) order by l.position), '[]')
        from stock_document_line l where l.document_id = ${id}))
        where entity = ${storageName(entity)} and record_id = ${id}`.execute(tx)
      await deleteRow(tx, entity, id)
    },
    // What was left of its source may have gone into another meanwhile.
    restored: async (id, content, { tx }) => {
      await keepLines(tx, content.lines)
      const { goods, ...head } = (await showRow(tx, entity, id))! as unknown as Head & {
        goods: DocumentLine[]
      }
      if (head.sourceId)
        await requireRemaining(
          tx,
          await requireSource(tx, kind, head.sourceId, head),
          kind,
          goods,
          id,
        )
    },
  }
}

/** The eight kinds of documents and what moves them. */
export function stockDocuments(app: Services): void {
  serveLineBatches(app)
  for (const [kind, entity] of Object.entries(kinds) as [DocumentKind, Entity][]) {
    crud(app, entity, hooksOf(app, kind, entity))
    documentMoves(app, kind, entity)
  }
  serveStocktake(app)
  documentLinks(app)
}
