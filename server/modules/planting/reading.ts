import { sql } from 'kysely'
import { usualRotationYears } from '#contract/farm/crop-family.ts'
import { partsFrom } from '#contract/farm/land-part.ts'
import { batch } from '#contract/planting/batch.ts'
import {
  batchAhead,
  batchFigures,
  batchPlan,
  landHistory,
  unboundLand,
  mostSales,
  type BatchFigures,
  type BatchSale,
  type PastBatch,
  type PlannedBatch,
} from '#contract/planting/batch-calls.ts'
import { showRow } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'
import { harvestOf, keptStages, varietyOf, yieldOf } from './batch-values.ts'
import { unmeteredPart } from './engine/metered.ts'
import { acreageOf, standing, takenBy } from './engine/plots.ts'

/** As many as a calendar draws. */
const mostPlanned = 500
const names = sql`(select name from crop c where c.tenant_id = b.tenant_id and c.id = b.crop_id) as crop_name,
  (select name from variety v where v.tenant_id = b.tenant_id and v.id = b.variety_id) as variety_name`

/** Of the same family, on the same plots, within the years that the crop keeps away from its kin; without a family, the crop itself. */
const rotationOf = (
  tx: Tx,
  { id, varietyId, landIds, plantedOn }: Omit<Asked, 'varietyId'> & { varietyId: number },
) =>
  rows<{
    landName: string
    cropName: string
    batchName: string
    plantedOn: string
    years: number
  }>(
    tx,
    sql`select distinct on (l.id) l.land_name, c.name as crop_name, b.batch_name, b.planted_on,
        coalesce(w.rotation_years, ${usualRotationYears}) as years
      from batch_land n
      join batch b on b.tenant_id = n.tenant_id and b.id = n.batch_id
      join land l on l.tenant_id = n.tenant_id and l.id = n.land_id
      join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id
      join crop c on c.tenant_id = v.tenant_id and c.id = v.crop_id
      join variety x on x.id = ${varietyId} join crop w on w.tenant_id = x.tenant_id and w.id = x.crop_id
      where n.land_id = any(${landIds}::bigint[]) and b.id is distinct from ${id}
        and b.state <> 0 and b.planted_on < ${plantedOn}::date
        and b.planted_on > ${plantedOn}::date - make_interval(years => coalesce(w.rotation_years, ${usualRotationYears}))
        and (c.id = w.id or c.family = w.family)
      order by l.id, b.planted_on desc, b.id desc limit 50`,
  )
interface Asked {
  id: number | null
  varietyId: number | null
  landIds: readonly number[]
  plantedOn: string
}

function serveAhead(app: Services): void {
  serve(app, batchAhead, (input, { read, tenant }) =>
    read(async (tx) => {
      const now = await today(tx, tenant)
      const { id = null, varietyId = null, landIds = [], plantedOn = now } = input
      const variety = varietyId === null ? null : await varietyOf(tx, varietyId)
      const parts = partsFrom(input.parts ?? '')
      const acreage = landIds.length > 0 ? await acreageOf(tx, landIds, parts) : null
      const expectedHarvestOn = input.expectedHarvestOn ?? harvestOf(variety, plantedOn)
      const asked = { id, landIds, plantedOn }
      return {
        acreage,
        expectedHarvestOn,
        expectedYield: yieldOf(variety, input.plantedArea ?? acreage),
        taken: await takenBy(tx, now, { ...asked, parts, expectedHarvestOn }),
        rotation: varietyId === null ? [] : await rotationOf(tx, { ...asked, varietyId }),
      }
    }),
  )
}

interface Span {
  areaId: number
  plantedOn: string
  expectedHarvestOn: string | null
  landIds: number[]
}

function servePlots(app: Services): void {
  serve(app, unboundLand, (input, { read, tenant }) =>
    read(async (tx) => {
      const now = await today(tx, tenant)
      const found =
        input.id > 0
          ? await row<Span>(
              tx,
              sql`select area_id, planted_on, expected_harvest_on, land_ids from batch
                where id = ${input.id}`,
            )
          : null
      if (input.id > 0 && !found) throw notFound()
      const areaId = found?.areaId ?? input.areaId ?? null
      const from = input.from ?? found?.plantedOn ?? now
      const to = input.to ?? (input.from ? null : (found?.expectedHarvestOn ?? null))
      const own = found?.landIds ?? []
      return rows<{
        id: number
        landName: string
        landCode: string | null
        acreage: number | null
        areaId: number
        bound: boolean
      }>(
        tx,
        sql`select l.id, l.land_name, l.land_code, l.acreage, l.area_id,
            l.id = any(${own}::bigint[]) as bound from land l
          where ${areaId === null ? sql`true` : sql`l.area_id = ${areaId}`}
            and (l.id = any(${own}::bigint[]) or l.enabled_flag = 1 and not (
              -- Somebody has all of it, or each of its parts.
              select coalesce(bool_or(p.part is null), false)
                or count(distinct p.part) > 0 and count(distinct p.part) >= jsonb_array_length(l.parts)
              from batch_land n join batch b on b.tenant_id = n.tenant_id
                and b.id = n.batch_id
              left join lateral unnest(furrow_parts_of(b.parts, l.id)) as p (part) on true
              where n.tenant_id = l.tenant_id and n.land_id = l.id and b.id <> ${input.id}
                and ${standing(now, from, to)}))
          order by l.land_name collate "zh-x-icu", l.id limit 2000`,
      )
    }),
  )
  serve(app, landHistory, ({ id }, { read }) =>
    read(async (tx) => {
      if (!(await row(tx, sql`select 1 from land where id = ${id}`))) throw notFound()
      return rows<PastBatch>(
        tx,
        sql`select b.id, b.batch_name, b.batch_code, ${names}, b.state, b.planted_on,
            b.expected_harvest_on, b.finished_on, b.real_yield,
            furrow_parts_of((select o.parts from batch o where o.tenant_id = b.tenant_id and o.id = b.id), n.land_id) as parts
          from batch_land n join batch_view b on b.tenant_id = n.tenant_id and b.id = n.batch_id
          where n.land_id = ${id} order by b.planted_on desc, b.id desc limit 200`,
      )
    }),
  )
}

function servePlan(app: Services): void {
  serve(app, batchPlan, ({ from, to, areaId, batchId }, { read, tenant, codes }) =>
    read(async (tx) => {
      const now = await today(tx, tenant)
      const found = await rows<Omit<PlannedBatch, 'plans'>>(
        tx,
        sql`select b.id, b.batch_name, b.batch_code, b.area_id, c.name as crop_name,
            v.name as variety_name, b.state, b.planted_on, b.expected_harvest_on, b.finished_on,
            b.stages
          from batch b join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id
          join crop c on c.tenant_id = v.tenant_id and c.id = v.crop_id
          where ${areaId ? sql`b.area_id = ${areaId}` : sql`true`}
            and ${batchId ? sql`b.id = ${batchId}` : standing(now, from ?? '0001-01-01', to ?? null)}
          order by b.planted_on, b.id limit ${mostPlanned}`,
      )
      const ids = found.map(({ id }) => id)
      const plans = app.batchPlans?.isFor(codes) ? await app.batchPlans.load(tx, ids) : null
      return found.map((one) => ({ ...one, plans: plans?.get(one.id) ?? [] }))
    }),
  )
}

/** What somebody saw of each stage last. */
const seenStages = (tx: Tx, id: number) =>
  rows<{ stage: string; picture: string | null; note: string | null }>(
    tx,
    sql`select distinct on (stage) stage, picture, note from batch_change
      where batch_id = ${id} and kind = 'stage' order by stage, id desc`,
  )
interface Pest {
  name: string
  stage?: string | null
  signs?: string | null
}
/** What documents sold of a batch, but for what was taken back. */
const salesOf = (tx: Tx, id: number) =>
  rows<BatchSale>(
    tx,
    sql`select f.id, f.occurred_on as day, d.code as document_code, f.title, f.quantity, f.unit_name,
        round(f.amount / nullif(f.quantity, 0), 4)::float8 as price, f.amount
      from batch_fact f left join stock_document d on d.tenant_id = f.tenant_id and d.id = f.source_id
      where f.batch_id = ${id} and f.source_kind = 'sale' and f.reverses_id is null and f.amount is not null
        and not exists (select 1 from batch_fact r where r.tenant_id = f.tenant_id and r.reverses_id = f.id)
      order by f.occurred_on desc, f.id desc limit ${mostSales}`,
  )
function serveFigures(app: Services): void {
  serve(app, batchFigures, ({ id }, { read, tenant }) =>
    read(async (tx) => {
      const found = await showRow(tx, batch, id)
      if (!found) throw notFound()
      const seen = new Map((await seenStages(tx, id)).map((one) => [one.stage, one]))
      const stages = await keptStages(tx, id)
      const crop = await row<{ picture: string | null; pests: Pest[] }>(
        tx,
        sql`select coalesce(v.picture, c.picture) as picture, c.pests from variety v
          join crop c on c.tenant_id = v.tenant_id and c.id = v.crop_id
          where v.id = ${Number(found.varietyId)}`,
      )
      return {
        today: await today(tx, tenant),
        cropPicture: crop?.picture ?? null,
        pests: (crop?.pests ?? [])
          .filter(({ stage }) => !stage || stage === found.stage)
          .map(({ name, signs = null }) => ({ name, signs })),
        stages: stages.map((one) => ({
          ...one,
          picture: seen.get(one.name)?.picture ?? null,
          note: seen.get(one.name)?.note ?? null,
        })),
        plots: await rows<BatchFigures['plots'][number]>(
          tx,
          sql`select id, land_name, land_code, acreage, area_id, boundary from land
            where id = any(${found.landIds as number[]}::bigint[]) order by id`,
        ),
        costs: await rows<NonNullable<BatchFigures['costs']>[number]>(
          tx,
          sql`select kind, sum(amount) as amount from batch_fact
            where batch_id = ${id} and kind not in ('yield', 'income') group by kind having sum(amount) <> 0
            order by 2 desc`,
        ),
        income:
          (
            await row<{ income: number | null }>(
              tx,
              sql`select nullif(sum(amount), 0) as income from batch_fact
                where batch_id = ${id} and kind = 'income'`,
            )
          )?.income ?? null,
        sales: await salesOf(tx, id),
        meteredFlag: (await unmeteredPart(tx, found.landIds as number[])) < 1 ? 1 : 0,
      }
    }),
  )
}

export function serveReading(app: Services): void {
  serveAhead(app)
  servePlots(app)
  servePlan(app)
  serveFigures(app)
}
