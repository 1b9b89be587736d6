import { sql } from 'kysely'
import { crop, variety } from '#contract/farm/crop.ts'
import { crossedLimit, type StageLimits } from '#contract/farm/stage-limits.ts'
import { batch } from '#contract/planting/batch.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { crud } from '#server/http/crud.ts'
import { reckonCrop, reckonVariety } from '#server/modules/planting/engine/stage-days.ts'
import type { Services } from '#server/services/services.ts'

/** Crops, whose stages say how long they last and what they ask of their surroundings. */
export function serveCrops(app: Services): void {
  crud(app, crop, {
    prepare: (values) => {
      const stages = (values.stages ?? []) as ({ name: string } & StageLimits)[]
      const inputs = ((values.intervals ?? []) as { productId: number }[]).map(
        ({ productId }) => productId,
      )
      if (new Set(inputs).size < inputs.length)
        throw invalidFields({ intervals: { code: 'field.line_twice' } })
      const crossed = stages.find((one) => crossedLimit(one) !== null)
      if (crossed)
        throw invalidFields({
          stages: { code: 'crop.limits_crossed', params: { stage: crossed.name } },
        })
      return Promise.resolve(values)
    },
    // What grows already follows: by what it takes, not by the days that it was planned with.
    after: async (action, { id }, { tx, announce }) => {
      if (action !== 'edit') return
      const ids = await reckonCrop(tx, id)
      if (ids.length > 0) await announce({ resource: batch.name, ids, kind: 'updated' })
    },
  })
  crud(app, variety, {
    prepare: async (values, before, { tx }) => {
      const own = values.stageHeat as StageHeat[] | null | undefined
      if (!own) return values.stageHeat === null ? { ...values, stageHeat: [] } : values
      const cropId = (values.cropId ?? before?.cropId) as number
      await requireStages(tx, cropId, own, (before?.stageHeat ?? []) as StageHeat[])
      return values
    },
    // A sheet brings no warmth of a variety's own, of which alone there are rules; and nothing
    // grows yet.
    together: () => Promise.resolve(),
    after: async (action, { id }, { tx, announce }) => {
      if (action !== 'edit') return
      const ids = await reckonVariety(tx, id)
      if (ids.length > 0) await announce({ resource: batch.name, ids, kind: 'updated' })
    },
  })
}

interface StageHeat {
  stage: string
  heatUnits: number
}
/** Errors: 422 `stageHeat` for a stage that its crop has not, or that is said twice; what was said before stays. */
async function requireStages(
  tx: Tx,
  cropId: number,
  own: readonly StageHeat[],
  before: readonly StageHeat[],
): Promise<void> {
  const found = await row<{ stages: { name: string }[] }>(
    tx,
    sql`select stages from crop where id = ${cropId}`,
  )
  const known = new Set([
    ...(found?.stages ?? []).map(({ name }) => name),
    ...before.map((one) => one.stage),
  ])
  const seen = new Set<string>()
  for (const { stage } of own) {
    if (!known.has(stage) || seen.has(stage))
      throw invalidFields({
        stageHeat: {
          code: known.has(stage) ? 'variety.stage_twice' : 'variety.no_stage',
          params: { stage },
        },
      })
    seen.add(stage)
  }
}
