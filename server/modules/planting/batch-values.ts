import { sql } from 'kysely'
import type { NamedPart } from '#contract/farm/land-part.ts'
import { batchState } from '#contract/planting/batch.ts'
import {
  dayAfter,
  movedStages,
  stagesFrom,
  type BatchStage,
  type CropStage,
} from '#contract/planting/stages.ts'
import type { Row } from '#server/db/crud.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import { nextBatchCode } from './engine/batch-number.ts'
import { checkedParts } from './engine/parts.ts'
import { acreageOf, requireFree } from './engine/plots.ts'
import { stageDays } from './engine/stage-days.ts'

type Values = Record<string, unknown>
/** A batch as it is about to be stored. */
export interface Head {
  batchCode?: string | null
  areaId: number
  varietyId: number
  landIds: number[]
  parts?: NamedPart[] | null
  plantedOn: string
  expectedHarvestOn?: string | null
  plantedArea?: number | null
  expectedYield?: number | null
  sharedFlag?: 0 | 1 | null
}
interface Variety {
  growthDays: number | null
  yieldPerMu: number | null
  stages: CropStage[]
  base: number | null
  upper: number | null
}

export const varietyOf = (tx: Tx, id: number) =>
  row<Variety>(
    tx,
    sql`select v.growth_days, coalesce(v.yield_per_mu, c.yield_per_mu) as yield_per_mu, furrow_variety_stages(c.stages, v.stage_heat) as stages, c.base_temperature as base,
        c.upper_temperature as upper from variety v
      join crop c on c.tenant_id = v.tenant_id and c.id = v.crop_id where v.id = ${id}`,
  )
export const yieldOf = (variety: Variety | null, area: number | null | undefined) =>
  variety?.yieldPerMu && area ? Math.round(variety.yieldPerMu * area * 100) / 100 : null
export const harvestOf = (variety: Variety | null, plantedOn: string) =>
  variety?.growthDays ? dayAfter(plantedOn, variety.growthDays) : null

/** The stages as they are kept. */
export const keptStages = async (tx: Tx, id: number): Promise<BatchStage[]> =>
  (await row<{ stages: BatchStage[] }>(tx, sql`select stages from batch where id = ${id}`))!.stages

/**
 * The stages of a batch as it is about to be stored. What grows already goes by warmth where it can;
 * one whose variety, base and day stay keeps them as they are.
 */
async function stagesOf(
  tx: Tx,
  { areaId, varietyId, plantedOn }: Head,
  variety: Variety | null,
  before: Row | null,
  now: string,
): Promise<BatchStage[]> {
  const isSame = before?.varietyId === varietyId
  const kept = isSame ? await keptStages(tx, before.id) : null
  const stages = kept ?? stagesFrom(variety?.stages ?? [], plantedOn)
  if (!before || before.state === batchState.planned) return movedStages(stages, plantedOn)
  if (kept && before.plantedOn === plantedOn && before.areaId === areaId) return kept
  const { base = null, upper = null, stages: cropStages = [] } = variety ?? {}
  return stageDays(tx, { areaId, plantedOn, base, upper, stages, cropStages }, now)
}

/** Parts that go with the plots; those of plots that it no longer has are no longer its. */
const partsOf = (tx: Tx, { parts }: Head, landIds: readonly number[], before: Row | null) =>
  checkedParts(
    tx,
    (parts ?? []).filter(({ landId }) => !isOf(before, landId) || landIds.includes(landId)),
    landIds,
    (before?.parts as NamedPart[] | undefined) ?? [],
  )
const isOf = (before: Row | null, landId: number) =>
  ((before?.landIds as number[] | undefined) ?? []).includes(landId)

/** What a person leaves empty follows from variety, plots and day. Errors: 422 at the field. */
export async function preparedBatch(
  values: Values,
  before: Row | null,
  { tx }: Write,
  { tenant }: OnBehalf,
): Promise<Values> {
  const given = Object.fromEntries(Object.entries(values).filter(([, one]) => one !== undefined))
  const head = { ...before, ...given } as unknown as Head
  const variety = await varietyOf(tx, head.varietyId)
  const landIds = [...new Set(head.landIds)]
  const parts = await partsOf(tx, head, landIds, before)
  const acreage = await acreageOf(tx, landIds, parts)
  const plantedArea = head.plantedArea ?? acreage
  if (acreage !== null && plantedArea !== null && plantedArea > acreage)
    throw invalidFields({ plantedArea: { code: 'batch.area_above', params: { most: acreage } } })
  const expectedHarvestOn = head.expectedHarvestOn ?? harvestOf(variety, head.plantedOn)
  if (expectedHarvestOn && expectedHarvestOn < head.plantedOn)
    throw invalidFields({ expectedHarvestOn: { code: 'batch.harvest_early' } })
  const now = await today(tx, tenant)
  await requireFree(tx, now, {
    id: before?.id ?? null,
    landIds,
    parts,
    plantedOn: head.plantedOn,
    expectedHarvestOn,
    sharedFlag: head.sharedFlag ?? 0,
  })
  const stages = await stagesOf(tx, head, variety, before, now)
  return {
    ...values,
    landIds,
    parts,
    plantedArea,
    expectedHarvestOn,
    expectedYield: head.expectedYield ?? yieldOf(variety, plantedArea),
    batchCode:
      head.batchCode || ((before?.batchCode as string | null) ?? (await nextBatchCode(tx, tenant))),
    stages: JSON.stringify(stages),
  }
}

/** A batch that came back has its plots again, unless others have them now. */
export async function requireStillFree(
  id: number,
  { tx }: Write,
  { tenant }: OnBehalf,
): Promise<void> {
  const found = (await row<Omit<Head, 'areaId'>>(
    tx,
    sql`select variety_id, land_ids, parts, planted_on, expected_harvest_on, shared_flag
      from batch where id = ${id}`,
  ))!
  await requireFree(tx, await today(tx, tenant), {
    id,
    landIds: found.landIds,
    parts: found.parts ?? [],
    plantedOn: found.plantedOn,
    expectedHarvestOn: found.expectedHarvestOn ?? null,
    sharedFlag: found.sharedFlag ?? 0,
  })
}
