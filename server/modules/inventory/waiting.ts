import { sql } from 'kysely'
import { auditStatus, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import type { Services } from '#server/services/services.ts'

const counted = [
  'aplionform',
  'warehousing',
  'shipment',
  'transfer',
  'inventory_form',
  'return',
  'input_warehousing',
  'input_shipment',
] as const satisfies readonly DocumentKind[]

/** What one began or got back, by kind, and goods that run short or out of date. */
export function countWaiting({ waiting }: Services): void {
  const open = [auditStatus.draft, auditStatus.rejected, auditStatus.counting]
  for (const kind of counted)
    waiting.set(
      kind,
      ({ actor }) =>
        sql`select count(*) as count, count(*) filter (where audit_status = ${auditStatus.rejected}) as urgent
          from stock_document where kind = ${kind} and created_by = ${actor.accountId}
          and audit_status = any(${open}::smallint[])`,
    )
  waiting.set(
    'stock',
    () =>
      sql`select count(*) as count, count(*) filter (where warning in ('negative', 'expired')) as urgent
        from stock_balance_view where warning in ('negative', 'expired', 'low', 'expiring')`,
  )
}
