import { sql } from 'kysely'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'

/** Who wants plots, and for which days. */
export interface Wanting {
  /** The batch itself, which does not stand in its own way; null: a new one. */
  id: number | null
  landIds: readonly number[]
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
  { id, landIds, plantedOn, expectedHarvestOn }: Omit<Wanting, 'sharedFlag'>,
): Promise<Taken[]> =>
  rows<Taken>(
    tx,
    sql`select l.land_name, b.batch_name, b.shared_flag from batch_land n
      join batch b on b.tenant_id = n.tenant_id and b.id = n.batch_id
      join land l on l.tenant_id = n.tenant_id and l.id = n.land_id
      where n.land_id = any(${landIds}::bigint[]) and b.id is distinct from ${id}
        and ${standing(today, plantedOn, expectedHarvestOn)}
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

/** How much ground plots are together, in mu; null where one of them does not say. */
export const acreageOf = async (tx: Tx, landIds: readonly number[]): Promise<number | null> =>
  (await row<{ acreage: number | null }>(
    tx,
    sql`select case when bool_and(acreage is not null) then sum(acreage) end as acreage
      from land where id = any(${landIds}::bigint[])`,
  ))!.acreage
