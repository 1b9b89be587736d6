import { sql } from 'kysely'
import { batchState } from '#contract/planting/batch.ts'
import {
  begunStages,
  movedStages,
  type BatchStage,
  type CropStage,
} from '#contract/planting/stages.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { warmthSince, type HeatAsked } from './heat.ts'

/** What a batch's stages are reckoned from. */
interface Grown extends HeatAsked {
  id: number
  stages: BatchStage[]
  cropStages: CropStage[]
}
const standing = [batchState.growing, batchState.harvesting]
/** Batches that are reckoned in one transaction. */
const mostAtOnce = 50

const grown = (where: Sql) => sql`select b.id, b.area_id, b.planted_on, b.stages,
    furrow_variety_stages(c.stages, v.stage_heat) as crop_stages,
    c.base_temperature as base, c.upper_temperature as upper
  from batch b join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id
    join crop c on c.tenant_id = v.tenant_id and c.id = v.crop_id where ${where}`

/** The warmth that a crop's stages take today, for stages of a batch that were its own. */
function withHeat(stages: readonly BatchStage[], cropStages: readonly CropStage[]): BatchStage[] {
  const heat = new Map(cropStages.map(({ name, heatUnits }) => [name, heatUnits ?? null]))
  return stages.map((one) => ({ ...one, heatUnits: heat.get(one.name) ?? null }))
}
const takesHeat = (stages: readonly BatchStage[]) => stages.some(({ heatUnits }) => heatUnits)

/**
 * The days of stages from a day of planting on: by the warmth of the batch's base where the crop
 * says how much a stage takes and the base measures it, else by days. What somebody saw stays.
 */
export async function stageDays(
  tx: Tx,
  asked: HeatAsked & Pick<Grown, 'stages' | 'cropStages'>,
  today: string,
): Promise<BatchStage[]> {
  const stages = withHeat(asked.stages, asked.cropStages)
  const warmth = takesHeat(stages) ? await warmthSince(tx, asked, today) : null
  return movedStages(stages, asked.plantedOn, warmth)
}

/** What the stages of a batch are reckoned from. */
export const grownBatch = (tx: Tx, id: number) => row<Grown>(tx, grown(sql`b.id = ${id}`))

/**
 * Reckons the stages of batches that grow anew and answers those that changed. A stage that has
 * begun has begun, unless what the crop takes was said anew (`isSaidAnew`); a batch whose base
 * tells nothing any more goes on as it was reckoned last.
 */
async function reckon(
  tx: Tx,
  found: readonly Grown[],
  today: string,
  isSaidAnew: boolean,
): Promise<number[]> {
  const changed: number[] = []
  for (const one of found) {
    const stages = withHeat(one.stages, one.cropStages)
    const warmth = takesHeat(stages) ? await warmthSince(tx, one, today) : null
    if (!warmth && takesHeat(stages)) continue
    const after = movedStages(stages, one.plantedOn, warmth)
    // Said by somebody who does not see this base, it is heard of here.
    const isOther = stages.some(
      ({ heatUnits }, at) => heatUnits !== (one.stages[at]!.heatUnits ?? null),
    )
    const isAnew = isSaidAnew || isOther
    const next = warmth && !isAnew ? begunStages(one.stages, after, warmth) : after
    const isMoved = JSON.stringify(next) !== JSON.stringify(ordered(one.stages))
    await sql`update batch set stages_on = ${today}::date ${
      isMoved ? sql`, stages = ${JSON.stringify(next)}::jsonb` : sql``
    } where id = ${one.id}`.execute(tx)
    if (isMoved) changed.push(one.id)
  }
  return changed
}
/** In the order in which they are reckoned: the database keeps another. */
const ordered = (stages: readonly BatchStage[]): BatchStage[] =>
  stages.map(({ name, days, heatUnits, startsOn, correctedFlag, by, heat, guessed }) => ({
    name,
    days,
    heatUnits: heatUnits ?? null,
    startsOn,
    correctedFlag,
    by,
    heat,
    guessed,
  }))

const farmDay = async (tx: Tx) =>
  (await row<{ day: string }>(
    tx,
    sql`select (now() at time zone time_zone)::date as day from tenant where id = furrow_tenant()`,
  ))!.day

/** Batches that grow, of a crop or of one variety, once what its stages take was said anew. */
const reckonOf = async (tx: Tx, which: Sql): Promise<number[]> =>
  reckon(
    tx,
    await rows<Grown>(
      tx,
      grown(sql`${which} and b.state = any(${standing}::smallint[]) order by b.id for update of b`),
    ),
    await farmDay(tx),
    true,
  )

export const reckonCrop = (tx: Tx, id: number) => reckonOf(tx, sql`c.id = ${id}`)
export const reckonVariety = (tx: Tx, id: number) => reckonOf(tx, sql`v.id = ${id}`)

/** Batches that grow by warmth and were not reckoned today yet: some of them, and how many were looked at. */
export async function reckonDue(
  tx: Tx,
  after: number,
): Promise<{ changed: number[]; last: number | null }> {
  const today = await farmDay(tx)
  const found = await rows<Grown>(
    tx,
    grown(sql`b.id > ${after} and b.state = any(${standing}::smallint[]) and b.stages_on is distinct from ${today}::date
      and c.base_temperature is not null and jsonb_path_exists(furrow_variety_stages(c.stages, v.stage_heat), '$[*].heatUnits ? (@ > 0)')
      order by b.id limit ${mostAtOnce} for update of b skip locked`),
  )
  return {
    changed: await reckon(tx, found, today, false),
    last: found.length < mostAtOnce ? null : found.at(-1)!.id,
  }
}
