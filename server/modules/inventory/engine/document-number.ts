import { sql } from 'kysely'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documentNumberDefaults } from '#contract/inventory/document-number-rule.ts'
import { row, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'

const numberPeriods = { year: 'YYYY', month: 'YYYYMM', day: 'YYYYMMDD' } as const
/**
 * The next number of a kind, such as `RK202611220001`, by the tenant's rule and calendar. It is
 * taken in the caller's
 * transaction: who comes next waits for it, and a rollback leaves no gap.
 */
export async function nextNumber(tx: Tx, tenant: number, kind: DocumentKind): Promise<string> {
  for (;;) {
    const { code, isTaken } = (await row<{ code: string; isTaken: boolean }>(
      tx,
      sql`${prepared}
      with rule as (select coalesce(r.prefix,
      ${documentNumberDefaults[kind].prefix}) || to_char(now() at time zone t.time_zone,
          case r.period when 'year' then ${numberPeriods.year} when 'month' then ${numberPeriods.month} else ${numberPeriods.day} end) as stem, coalesce(r.digits, 4) as digits
        from tenant t left join document_number_rule r on lower(r.kind) = ${kind} where t.id = ${tenant}),
      counted as (insert into document_number as n (kind, stem, last) select ${kind}, stem, 1 from rule
        on conflict (tenant_id, kind, stem) do update set last = n.last + 1 returning stem, last),
      made as (select c.stem || lpad(c.last::text, greatest(r.digits, length(c.last::text)),
      '0') as code from counted c, rule r)
      select code, exists (select 1 from stock_document d
      where lower(d.code) = lower(made.code)) as is_taken from made`,
    ))!
    // Another kind may have the same prefix, or an earlier rule made this number.
    if (!isTaken) return code
  }
}
