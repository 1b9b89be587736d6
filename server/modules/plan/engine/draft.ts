import { sql } from 'kysely'
import {
  afterOf,
  type PackageInput,
  type PackageMachine,
  type PackageStep,
} from '#contract/plan/plan-package.ts'
import { pushed } from '#contract/plan/schedule.ts'
import { dayAfter } from '#contract/planting/stages.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'

/** The day on which so much warmth has come together since planting; null: nobody can say. */
type HeatDay = (units: number) => string | null

/** A batch as plans ask about it. */
export interface PlannedBatch {
  id: number
  areaId: number
  landIds: number[]
  plantedOn: string
  state: number
  area: number | null
  base: number | null
  upper: number | null
  /** In centimeters, of its crop. */
  rowSpacing: number | null
  plantSpacing: number | null
}
/** An item that is not stored yet; `no` is its step's. */
export interface DraftItem {
  no: number
  title: string
  taskTypeId: number
  startsOn: string
  endsOn: string
  after: number[]
  lag: number
  people: number | null
  plannedHours: number | null
  materials: { skuId: number; quantity: number }[]
  machines: { machineKindId: number; hours: number }[]
  heatUnits: number | null
  by: 'days' | 'heat'
}

/** Ground is the batch's own, or else that of its plots. */
export const batchOf = (tx: Tx, id: number) =>
  row<PlannedBatch>(
    tx,
    sql`select b.id, b.area_id, b.land_ids, b.planted_on, b.state,
        coalesce(b.planted_area, (select sum(l.acreage) from land l where l.tenant_id = b.tenant_id and l.id = any(b.land_ids))) as area,
        c.base_temperature as base, c.upper_temperature as upper, c.row_spacing::float8 as row_spacing, c.plant_spacing::float8 as plant_spacing
      from batch b join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id
      join crop c on c.tenant_id = v.tenant_id and c.id = v.crop_id where b.id = ${id}`,
  )

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
/** The first day of a step: by warmth where it is known, else by days. */
function firstDay(
  { offsetDays, heatUnits }: PackageStep,
  plantedOn: string,
  heat: HeatDay,
): { startsOn: string; by: 'days' | 'heat' } {
  const warm = heatUnits ? heat(heatUnits) : null
  return warm === null
    ? { startsOn: dayAfter(plantedOn, offsetDays), by: 'days' }
    : { startsOn: warm, by: 'heat' }
}

interface Package {
  steps: readonly PackageStep[]
  inputs: readonly PackageInput[]
  machines: readonly PackageMachine[]
}
const hoursOn = (area: number, hoursPerMu: number) =>
  Math.min(9999, Math.max(0.1, round(area * hoursPerMu, 1)))

/** What a package comes to on so much ground; what waits for another step begins after it. */
function draftOf(
  { steps, inputs, machines }: Package,
  { plantedOn, area }: Pick<PlannedBatch, 'plantedOn' | 'area'>,
  heat: HeatDay,
): DraftItem[] {
  const items = steps.map((step): DraftItem => {
    const { startsOn, by } = firstDay(step, plantedOn, heat)
    return {
      no: step.no,
      title: step.name,
      taskTypeId: step.taskTypeId,
      startsOn,
      endsOn: dayAfter(startsOn, step.days - 1),
      after: afterOf(step),
      lag: step.lagDays ?? 0,
      people: step.people ?? null,
      plannedHours: area && step.hoursPerMu ? hoursOn(area, step.hoursPerMu) : null,
      materials: area
        ? inputs
            .filter((one) => one.step === step.no)
            .map(({ skuId, dose }) => ({ skuId, quantity: Math.max(0.001, round(area * dose, 3)) }))
        : [],
      machines: area
        ? machines
            .filter((one) => one.step === step.no)
            .map(({ machineKindId, hoursPerMu }) => ({
              machineKindId,
              hours: hoursOn(area, hoursPerMu),
            }))
        : [],
      heatUnits: step.heatUnits ?? null,
      by,
    }
  })
  const moved = new Map(
    pushed(items.map((one) => ({ ...one, id: one.no, isFixed: false }))).map((one) => [
      one.id,
      one,
    ]),
  )
  return items
    .map((one) => ({ ...one, ...pick(moved.get(one.no)) }))
    .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : a.startsOn > b.startsOn ? 1 : a.no - b.no))
}
const pick = (moved: { startsOn: string; endsOn: string } | undefined) =>
  moved && { startsOn: moved.startsOn, endsOn: moved.endsOn }

/** What a package makes of a batch. Errors: 422 where there is none. */
export async function draftFor(
  tx: Tx,
  batch: PlannedBatch,
  packageId: number,
  heat: HeatDay,
): Promise<DraftItem[]> {
  const found = await row<Package>(
    tx,
    sql`select steps, inputs, machines from plan_package where id = ${packageId}`,
  )
  if (!found) throw invalidFields({ packageId: { code: 'field.missing_reference' } })
  return draftOf(found, batch, heat)
}
