import { sql } from 'kysely'
import type { DocumentNeed, WaitingItem } from '#contract/home/home-calls.ts'
import {
  auditStatus,
  documentKinds,
  fulfilment,
  purposes,
} from '#contract/inventory/document-kinds.ts'
import {
  application,
  documents,
  shipment,
  stocktake,
  transfer,
  warehousing,
} from '#contract/inventory/document.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import type { Entity } from '#contract/entity.ts'
import { listRows } from '#server/db/crud.ts'
import { partsOf } from '#server/db/parts-of.ts'
import { row, rows, type Sql } from '#server/db/database.ts'
import type { HomeFeed } from '#server/services/home.ts'

const wanting = ['negative', 'expired', 'low', 'expiring'] as const
type Wanting = (typeof wanting)[number]

/** Goods that run short or out of date. */
const stockFeed: HomeFeed = {
  kind: 'stock',
  isFor: (codes) => codes.has(stockBalance.permissions.list),
  load: async (tx, { base, most }) => {
    const query = {
      page: '1',
      size: String(most),
      warning: wanting.join(','),
      ...(base && { base: String(base) }),
      sort: 'expiresOn,asc',
    }
    const page = await listRows(tx, stockBalance, query)
    return {
      count: page.totalElements,
      parts: await partsOf(tx, stockBalance, query, 'warning'),
      items: page.content.map((one): WaitingItem => {
        const warning = one.warning as Wanting
        return {
          kind: 'stock',
          id: one.id,
          at: null,
          urgency: warning === 'expiring' ? 1 : 2,
          balance: {
            skuId: Number(one.skuId),
            name: String(one.skuIdName),
            lot: (one.lot as string | null) ?? null,
            quantity: Number(one.quantity),
            unitName: (one.unitName as string | null) ?? null,
            warehouseId: Number(one.warehouseId),
            warehouse: String(one.warehouseIdName),
            minimum: one.minimum === null ? null : Number(one.minimum),
            expiresOn: (one.expiresOn as string | null) ?? null,
            warning,
            alsoWarning: (one.alsoWarning as 'low' | 'high' | null | undefined) ?? null,
          },
        }
      }),
    }
  },
}

const kinds = Object.values(documents)
const kindOf = (entity: Entity) => entity.variantOf!.only.kind!
const holds = (codes: ReadonlySet<string>, code: unknown) =>
  typeof code === 'string' && codes.has(code)

/** Documents that somebody has to go on with: what they may see of each kind, and do about it. */
function needs(codes: ReadonlySet<string>, account: number): { need: DocumentNeed; where: Sql }[] {
  const seen = (action: string) =>
    kinds
      .filter(
        ({ permissions }) => holds(codes, permissions.list) && holds(codes, permissions[action]),
      )
      .map(kindOf)
  const mine = seen('edit')
  const isOpen = sql`d.audit_status = ${auditStatus.approved} and d.closed_flag = 0
    and d.exec_status < ${fulfilment.complete}`
  const can = (entity: Entity) => holds(codes, entity.permissions.create)
  const lists = (entity: Entity) => holds(codes, entity.permissions.list)
  return [
    ...(mine.length > 0
      ? [
          {
            need: 'returned' as const,
            where: sql`d.audit_status = ${auditStatus.rejected} and d.created_by = ${account}
              and d.kind = any(${mine}::text[])`,
          },
          {
            need: 'draft' as const,
            where: sql`d.audit_status = ${auditStatus.draft} and d.created_by = ${account}
              and d.kind = any(${mine}::text[])`,
          },
        ]
      : []),
    ...(can(warehousing) && lists(application)
      ? [
          {
            need: 'receive' as const,
            where: sql`d.kind = ${documentKinds.application} and ${isOpen}`,
          },
        ]
      : []),
    ...(can(warehousing) && lists(shipment)
      ? [
          {
            need: 'receive' as const,
            where: sql`d.kind = ${documentKinds.shipment} and d.purpose = ${purposes.transfer}
              and ${isOpen}`,
          },
        ]
      : []),
    ...(can(shipment) && lists(transfer)
      ? [{ need: 'issue' as const, where: sql`d.kind = ${documentKinds.transfer} and ${isOpen}` }]
      : []),
    ...(lists(stocktake)
      ? [
          {
            need: 'counting' as const,
            where: sql`d.kind = ${documentKinds.stocktake} and d.audit_status = ${auditStatus.counting}`,
          },
        ]
      : []),
  ]
}
const urgencyOf: Readonly<Record<DocumentNeed, number>> = {
  returned: 2,
  receive: 2,
  issue: 2,
  counting: 1,
  draft: 1,
}
type Found = Extract<WaitingItem, { kind: 'document' }>['document'] & { id: number; at: string }

const documentFeed: HomeFeed = {
  kind: 'document',
  isFor: (codes) => kinds.some(({ permissions }) => holds(codes, permissions.list)),
  load: async (tx, { actor, codes, base, most }) => {
    const wanted = needs(codes, actor.accountId)
    if (wanted.length === 0) return { count: 0, items: [] }
    const at = base
      ? sql`and (coalesce(d.warehouse_id, d.to_warehouse_id) is null or exists (select 1
          from warehouse w where w.id in (d.warehouse_id, d.to_warehouse_id) and w.area_id = ${base}))`
      : sql``
    const found = sql`from (${sql.join(
      wanted.map(
        ({ need, where }) =>
          sql`select ${need}::text as need, d.* from stock_document d where ${where} ${at}`,
      ),
      sql` union all `,
    )}) d`
    const order = sql`array_position(array['returned', 'receive', 'issue', 'counting', 'draft'], d.need)`
    const content = await rows<Found>(
      tx,
      sql`select d.id, d.need, d.code, d.kind, d.purpose, d.occurred_on, d.arrival_date,
        d.creation_date as at, w.name as warehouse, p.name as partner,
        (select k.name from stock_document_line l join sku_view k on k.tenant_id = l.tenant_id
          and k.id = l.sku_id where l.tenant_id = d.tenant_id and l.document_id = d.id
          order by l.position, l.id limit 1) as goods,
        (select count(*) from stock_document_line l where l.tenant_id = d.tenant_id
          and l.document_id = d.id)::int as lines
        ${found} left join warehouse w on w.tenant_id = d.tenant_id
          and w.id = coalesce(d.to_warehouse_id, d.warehouse_id)
        left join partner p on p.tenant_id = d.tenant_id and p.id = d.partner_id
        order by ${order}, d.id desc limit ${most}`,
    )
    const counted = await row<{ count: number }>(tx, sql`select count(*) as count ${found}`)
    const today = new Date().toISOString().slice(0, 10)
    return {
      count: counted!.count,
      items: content.map(({ id, at: since, ...document }) => ({
        kind: 'document' as const,
        id,
        at: since,
        // What should have come by now is looked for today.
        urgency:
          document.need === 'receive' && document.arrivalDate && document.arrivalDate < today
            ? 3
            : urgencyOf[document.need],
        document,
      })),
    }
  },
}
export const homeFeeds: readonly HomeFeed[] = [stockFeed, documentFeed]
