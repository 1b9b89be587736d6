import { sql } from 'kysely'
import type { NamedPart } from '#contract/farm/land-part.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'

/** Who wants plots, and for which days. */
export interface Wanting {
  /** The batch itself, which does not stand in its own way; null: a new one. */
  id: number | null
  landIds: readonly number[]
  /** Of a plot of which none is named it wants all. */
  parts: readonly NamedPart[]
  plantedOn: string
  expectedHarvestOn: string | null
  sharedFlag: 0 | 1
}
interface Taken {
  landName: string
  batchName: string
  sharedFlag: 0 | 1
}

/** The day from which on a batch `b` leaves its plots to others. */
const until = (today: string): Sql =>
  sql`furrow_batch_until(b.state, b.planted_on, b.expected_harvest_on, b.finished_on, ${today}::date)`
/** Batches `b` that stand in some span of days; an open end is for ever. */
export const standing = (today: string, from: string, to: string | null): Sql =>
  sql`b.planted_on < greatest(${to ?? 'infinity'}::date, ${from}::date + 1)
    and ${until(today)} > greatest(${from}::date, b.planted_on)`

/** Who has one of these plots in these days. */
export const takenBy = (
  tx: Tx,
  today: string,
  { id, landIds, parts, plantedOn, expectedHarvestOn }: Omit<Wanting, 'sharedFlag'>,
): Promise<Taken[]> =>
  rows<Taken>(
    tx,
    sql`select l.land_name, b.batch_name, b.shared_flag from batch_land n
      join batch b on b.tenant_id = n.tenant_id and b.id = n.batch_id
      join land l on l.tenant_id = n.tenant_id and l.id = n.land_id
      where n.land_id = any(${landIds}::bigint[]) and b.id is distinct from ${id}
        and ${standing(today, plantedOn, expectedHarvestOn)}
        and not furrow_parts_apart(${JSON.stringify(parts)}::jsonb, b.parts, n.land_id)
      order by b.planted_on, b.id, l.id limit 50`,
  )

/**
 * Has the plots until the transaction ends, so that of two who want one at the same time the
 * second finds the first. Errors: 422 at `landIds`, naming who has it.
 */
export async function requireFree(tx: Tx, today: string, wanting: Wanting): Promise<void> {
  await sql`select 1 from land where id = any(${wanting.landIds}::bigint[]) order by id
    for no key update`.execute(tx)
  const taken = await takenBy(tx, today, wanting)
  const other = taken.find(({ sharedFlag }) => wanting.sharedFlag === 0 || sharedFlag === 0)
  if (other)
    throw invalidFields({
      landIds: {
        code: wanting.sharedFlag === 1 ? 'batch.not_shared' : 'batch.taken',
        params: { plot: other.landName, batch: other.batchName },
      },
    })
}

/**
 * How much ground plots are together, or the parts that are named of them, in mu; null where one of
 * them does not say.
 */
export const acreageOf = async (
  tx: Tx,
  landIds: readonly number[],
  parts: readonly NamedPart[],
): Promise<number | null> =>
  (await row<{ acreage: number | null }>(
    tx,
    sql`select case when bool_and(g.acreage is not null) then sum(g.acreage) end as acreage
      from land l cross join lateral (select furrow_parts_of(${JSON.stringify(parts)}::jsonb, l.id) as names) n
      cross join lateral (select case when cardinality(n.names) = 0 then l.acreage else (
        select case when bool_and(p.one->>'acreage' is not null) then sum((p.one->>'acreage')::numeric) end
        from unnest(n.names) as m (name) left join jsonb_array_elements(l.parts) as p (one) on p.one->>'name' = m.name
      ) end as acreage) g where l.id = any(${landIds}::bigint[])`,
  ))!.acreage
