import { sql } from 'kysely'
import { inKilograms } from '#contract/inventory/mass.ts'
import type { TaskReport } from '#contract/work/task-calls.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { HttpError, invalidFields } from '#server/db/http-error.ts'
import { answered } from './asks.ts'
import { weightsOf } from './produce.ts'
import { peopleOf, type TaskRow } from './task-row.ts'

const keyOf = ({ skuId, lot }: { skuId: number; lot?: string | null | undefined }) =>
  `${skuId}/${(lot ?? '').toLowerCase()}`
/**
 * Who worked: as the report says, and of whom it says nothing as they said themselves. A leader who
 * was out of reach need not know of them.
 */
function gathered(task: TaskRow, { hours, leftOut = [] }: TaskReport): TaskReport['hours'] {
  const named = new Set([...hours.map(({ workerId }) => workerId), ...leftOut])
  const people = new Set(peopleOf(task))
  const others = task.ownReports.filter(
    ({ workerId }) => !named.has(workerId) && people.has(workerId),
  )
  return [
    ...hours,
    ...others.map(({ workerId, hours: many, pieces }) => ({ workerId, hours: many, pieces })),
  ]
}
const isTwice = (keys: readonly unknown[]) => new Set(keys).size < keys.length

/**
 * What is reported, as it is written down.
 * Errors: 422 at the field that is wrong; 409 where pictures are asked for and too few came.
 */
export async function reported(tx: Tx, task: TaskRow, given: TaskReport): Promise<Sql> {
  const hours = gathered(task, given)
  const { used = [], photos = [], harvested = null, harvestSkuId = null } = given
  const { machines = [], waterUsed = null } = given
  const warehouseId = given.warehouseId ?? task.warehouseId
  if (photos.length + task.ownPhotos.length < (task.photoCount ?? 0))
    throw invalidFields({
      photos: { code: 'task.photos_lacking', params: { count: task.photoCount! } },
    })
  if (isTwice(hours.map(({ workerId }) => workerId)))
    throw invalidFields({ hours: { code: 'task.worker_twice' } })
  requireWork(task, hours)
  if (isTwice(used.map(keyOf))) throw invalidFields({ used: { code: 'task.input_twice' } })
  if ((used.length > 0 || harvestSkuId) && !warehouseId)
    throw invalidFields({ warehouseId: { code: 'field.required' } })
  if (harvestSkuId && !harvested) throw invalidFields({ harvested: { code: 'field.required' } })
  await requireKnown(
    tx,
    'worker',
    'hours',
    hours.map(({ workerId }) => workerId),
  )
  await requireKnown(
    tx,
    'product_sku',
    'used',
    used.map(({ skuId }) => skuId),
  )
  await requireKnown(
    tx,
    'machine_kind',
    'machines',
    machines.map(({ machineKindId }) => machineKindId),
  )
  if (harvestSkuId) await requireKnown(tx, 'product_sku', 'harvestSkuId', [harvestSkuId])
  if (warehouseId) await requireKnown(tx, 'warehouse', 'warehouseId', [warehouseId])
  await requirePlots(
    tx,
    task,
    used.map(({ skuId }) => skuId),
  )
  const lines = used.map(({ skuId, lot, quantity }) => ({ skuId, ...(lot && { lot }), quantity }))
  const worked = hours.map(({ workerId, hours: many, pieces }) => ({
    workerId,
    ...(many != null && { hours: many }),
    ...(pieces != null && { pieces }),
  }))
  const driven = machines.map(({ machineKindId, which, hours: many }) => ({
    machineKindId,
    ...(which && { which }),
    hours: many,
  }))
  return sql`hours = ${JSON.stringify(worked)}::jsonb, machines = ${JSON.stringify(driven)}::jsonb,
    water_used = ${waterUsed}, used = ${JSON.stringify(lines)}::jsonb,
    photos = ${photos}::text[], warehouse_id = ${warehouseId}, harvested = ${harvested},
    harvested_kg = ${await weighed(tx, task, given)},
    harvest_sku_id = ${harvestSkuId}, report_note = ${given.reportNote ?? null},
    ${answered(task, given)}`
}
/**
 * What was picked in kilograms: as goods that are counted by weight say, else as it was weighed,
 * else by what one of them weighs. Errors: 422 where that is a batch's yield and nobody knows.
 */
async function weighed(
  tx: Tx,
  { batchId }: TaskRow,
  { harvested, harvestSkuId, harvestedKg }: TaskReport,
): Promise<number | null> {
  if (!harvested) return null
  if (!harvestSkuId) return harvested
  const { kilograms, massFlag } = (await weightsOf(tx, [harvestSkuId])).get(harvestSkuId)!
  if (harvestedKg && massFlag === 0) return harvestedKg
  if (kilograms !== null) return inKilograms(harvested, kilograms)
  if (batchId) throw invalidFields({ harvestedKg: { code: 'task.kilograms_needed' } })
  return null
}
/** Hours of everybody, or pieces where those are paid. Errors: 422 `hours`. */
export function requireWork({ pieceRate }: TaskRow, lines: TaskReport['hours']): void {
  const refuse = (code: string) => {
    throw invalidFields({ hours: { code } })
  }
  for (const { hours, pieces } of lines) {
    if (pieces != null && pieceRate === null) refuse('task.not_by_piece')
    if (hours == null && pieces == null)
      refuse(pieceRate === null ? 'task.hours_needed' : 'task.pieces_needed')
  }
}
async function requireKnown(tx: Tx, table: string, field: string, ids: readonly number[]) {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return
  const known = await rows(
    tx,
    sql`select id from ${sql.table(table)} where id = any(${asked}::bigint[])`,
  )
  if (known.length < asked.length)
    throw invalidFields({ [field]: { code: 'field.missing_reference' } })
}
/** What keeps people off a plot is used on one that is named. */
async function requirePlots(tx: Tx, { landIds }: TaskRow, skuIds: readonly number[]) {
  if (landIds.length > 0 || skuIds.length === 0) return
  const kept = await row<{ name: string }>(
    tx,
    sql`select p.name from product_sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.id = any(${skuIds}::bigint[]) and (p.safety_interval > 0 or p.reentry_hours > 0
        or exists (select 1 from crop c where c.intervals @> jsonb_build_array(jsonb_build_object('productId', p.id)))) limit 1`,
  )
  if (kept) throw new HttpError(409, 'task.plot_needed', { params: { name: kept.name } })
}
