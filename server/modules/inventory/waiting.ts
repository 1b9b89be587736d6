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
] as const satisfies readonly DocumentKind[]

/** What one began or got back, by kind, and goods that run short or out of date. */
export function countWaiting({ waiting }: Services): void {
  for (const kind of counted)
    waiting.set(kind, ({ actor }) => {
      const mine = (...states: number[]) =>
        sql`(select count(*) from stock_document where kind = ${kind} and created_by = ${actor.accountId}
          and audit_status = any(${states}::smallint[]))`
      return {
        count: mine(auditStatus.draft, auditStatus.rejected, auditStatus.counting),
        urgent: mine(auditStatus.rejected),
      }
    })
  waiting.set('stock', () => {
    const wanting = (...warnings: string[]) =>
      sql`(select count(*) from stock_balance_view where warning = any(${warnings}))`
    return {
      count: wanting('negative', 'expired', 'low', 'expiring'),
      urgent: wanting('negative', 'expired'),
    }
  })
}
