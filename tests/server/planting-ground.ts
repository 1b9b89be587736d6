import { crop, variety } from '#contract/farm/crop.ts'
import { land } from '#contract/farm/land.ts'
import { area } from '#contract/farm/area.ts'
import { batch } from '#contract/planting/batch.ts'
import { dayAfter } from '#contract/planting/stages.ts'
import { callOf } from '#contract/entity-calls.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'
import { make, sample } from './samples.ts'
import { refusal } from './stock.ts'

/** Today at the farm, and so many days from it. */
export const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
export const inDays = (days: number) => dayAfter(today, days)

/** A server with a farm that has a base and a variety which grows for sixty days in three stages. */
export async function oneField() {
  const { app, mine } = await oneFarm({ poolSize: 8 })
  const { id: areaId } = await make(area, mine.admin)
  const { id: cropId } = await mine.admin.call(callOf(crop, 'create'), {
    ...(await sample(crop, mine.admin)),
    category: 'melon',
    stages: [
      { name: '苗期', days: 20 },
      { name: '开花期', days: 15 },
      { name: '结果期', days: 25 },
    ],
  })
  const { id: varietyId } = await mine.admin.call(callOf(variety, 'create'), {
    ...(await sample(variety, mine.admin)),
    cropId,
    growthDays: 60,
    yieldPerMu: 500,
  })
  const newPlot = (acreage: number | null = 4) =>
    mine.admin.call(callOf(land, 'create'), { landName: unique('地块'), areaId, acreage })
  const plant = (landIds: number[], more: Record<string, unknown> = {}, language = 'zh-CN') =>
    refusal(
      mine.admin.send(
        callOf(batch, 'create'),
        {
          batchName: unique('番茄'),
          areaId,
          landIds,
          varietyId,
          plantedOn: inDays(-30),
          ...more,
        },
        { 'accept-language': language },
      ),
    )
  const shown = (id: number) => mine.admin.call(callOf(batch, 'show'), { id })
  const move = (id: number, action: keyof typeof batch.api, body: Record<string, unknown> = {}) =>
    refusal(mine.admin.send(batch.api[action].replace('{id}', String(id)), body))
  return { app, mine, areaId, cropId, varietyId, newPlot, plant, shown, move }
}
