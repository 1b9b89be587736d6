import { sql } from 'kysely'
import type { HomeAround } from '#contract/home/around-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { batch, batchState } from '#contract/planting/batch.ts'
import { rows, type Tx } from '#server/db/database.ts'

/** As many as a card has room for. */
const most = 6
const standing = [batchState.growing, batchState.harvesting]

type Codes = ReadonlySet<string>
/** Batches that stand, with where they are and what comes next: those whose next day is first come first. */
export const standingBatches = async (
  tx: Tx,
  codes: Codes,
  base: number | undefined,
): Promise<HomeAround['batches']> =>
  codes.has(batch.permissions.list)
    ? rows<NonNullable<HomeAround['batches']>[number]>(
        tx,
        sql`select b.id, b.batch_name as name, a.area_name, b.stage, b.next_stage, b.next_stage_on,
            b.expected_harvest_on, (b.state = ${batchState.harvesting})::int as harvesting
          from batch_view b join area a on a.tenant_id = b.tenant_id and a.id = b.area_id
          where b.state = any(${standing}::smallint[]) ${base ? sql`and b.area_id = ${base}` : sql``}
          order by least(b.next_stage_on, b.expected_harvest_on) nulls last, b.id limit ${most}`,
      )
    : null

/**
 * What this year's batches brought, crop by crop, the largest ground first: those that were planted
 * in it, and those that still stood when it began. Costs are for whoever may know them.
 */
export const seasonOf = async (
  tx: Tx,
  codes: Codes,
  base: number | undefined,
): Promise<HomeAround['season']> => {
  if (!codes.has(batch.permissions.list)) return null
  const money = codes.has(costCode)
    ? sql`, coalesce(sum(b.cost), 0)::float8 as cost, sum(b.revenue)::float8 as revenue`
    : sql``
  return rows<NonNullable<HomeAround['season']>[number]>(
    tx,
    sql`select c.id as crop_id, c.name as crop_name, count(*)::int as batches,
        sum(b.planted_area)::float8 as area, coalesce(sum(b.real_yield), 0)::float8 as yield ${money}
      from batch_view b join crop c on c.tenant_id = b.tenant_id and c.id = b.crop_id
        join tenant n on n.id = b.tenant_id
        cross join lateral (select date_trunc('year', now() at time zone n.time_zone)::date as began) y
      where b.state = any(${[...standing, batchState.finished, batchState.ended]}::smallint[])
        and (b.planted_on >= y.began or b.finished_on is null or b.finished_on >= y.began)
        ${base ? sql`and b.area_id = ${base}` : sql``}
      group by c.id, c.name order by sum(b.planted_area) desc nulls last, c.id limit ${most}`,
  )
}
