import { sql } from 'kysely'
import { row, type Tx } from '#server/db/database.ts'

/**
 * The next number of a batch, such as `B261124001`, by the tenant's calendar. It is taken in the
 * caller's transaction: who comes next waits for it, and a rollback leaves no gap.
 */
export async function nextBatchCode(tx: Tx, tenant: number): Promise<string> {
  for (;;) {
    const { code, isTaken } = (await row<{ code: string; isTaken: boolean }>(
      tx,
      sql`with counted as (insert into document_number as n (kind, stem, last)
          select 'batch', 'B' || to_char(now() at time zone t.time_zone, 'YYMMDD'), 1
          from tenant t where t.id = ${tenant}
          on conflict (tenant_id, kind, stem) do update set last = n.last + 1 returning stem, last),
        made as (select stem || lpad(last::text, greatest(3, length(last::text)), '0') as code
          from counted)
        select code, exists (select 1 from batch b where lower(b.batch_code) = lower(made.code))
          as is_taken from made`,
    ))!
    // Somebody wrote that number by hand.
    if (!isTaken) return code
  }
}
