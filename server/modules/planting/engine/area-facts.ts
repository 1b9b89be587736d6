import { sql } from 'kysely'
import type { HomeAround } from '#contract/home/around-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { batch } from '#contract/planting/batch.ts'
import { rows, type Tx } from '#server/db/database.ts'
import type { BatchFact } from './facts.ts'

/** What work took or gave that no batch bears: its base does. */
export type AreaFact = Omit<BatchFact, 'batchId'>
interface TaskSource {
  kind: 'task'
  id: number
}

/** Keeps facts of a base in the caller's transaction. */
export async function keepAreaFacts(
  tx: Tx,
  source: TaskSource,
  areaId: number,
  facts: readonly AreaFact[],
  by: number | null,
): Promise<void> {
  if (facts.length === 0) return
  const lines = facts.map(
    ({ kind, title, quantity, unitName, amount, occurredOn }) =>
      sql`(${areaId}::bigint, ${kind}, ${title}, ${quantity}::numeric, ${unitName}, ${amount}::numeric,
        ${occurredOn}::date, ${source.kind}, ${source.id}::bigint, ${by}::bigint)`,
  )
  await sql`insert into area_fact (area_id, kind, title, quantity, unit_name, amount, occurred_on,
    source_kind, source_id, created_by) values ${sql.join(lines)}`.execute(tx)
}

/** Takes back all that a source kept, by rows that mirror it; what was taken back already is left. */
export async function reverseAreaFacts(
  tx: Tx,
  source: TaskSource,
  by: number | null,
): Promise<void> {
  await sql`insert into area_fact (area_id, kind, title, quantity, unit_name, amount, occurred_on,
      source_kind, source_id, reverses_id, created_by)
    select f.area_id, f.kind, f.title, -f.quantity, f.unit_name, -f.amount, f.occurred_on,
      f.source_kind, f.source_id, f.id, ${by}
    from area_fact f where f.source_kind = ${source.kind} and f.source_id = ${source.id} and f.reverses_id is null
      and not exists (select 1 from area_fact r where r.tenant_id = f.tenant_id and r.reverses_id = f.id)
    on conflict (tenant_id, reverses_id) where reverses_id is not null do nothing`.execute(tx)
}

/** What each base bore this year beside its batches, for whoever may know costs. */
export const unborneOf = async (
  tx: Tx,
  codes: ReadonlySet<string>,
  base: number | undefined,
): Promise<HomeAround['unborne']> =>
  codes.has(batch.permissions.list) && codes.has(costCode)
    ? rows<NonNullable<HomeAround['unborne']>[number]>(
        tx,
        sql`select a.id as area_id, a.area_name, sum(f.amount)::float8 as cost
          from area_fact f join area a on a.tenant_id = f.tenant_id and a.id = f.area_id
            join tenant n on n.id = f.tenant_id
          where f.kind <> 'yield' and f.occurred_on >= date_trunc('year', now() at time zone n.time_zone)::date
            ${base ? sql`and f.area_id = ${base}` : sql``}
          group by a.id, a.area_name having sum(f.amount) <> 0 order by 3 desc, a.id`,
      )
    : null
