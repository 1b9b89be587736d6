import { crop } from '#contract/farm/crop.ts'
import { crossedLimit, type StageLimits } from '#contract/farm/stage-limits.ts'
import { batch } from '#contract/planting/batch.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { crud } from '#server/http/crud.ts'
import { reckonCrop } from '#server/modules/planting/engine/stage-days.ts'
import type { Services } from '#server/services/services.ts'

/** Crops, whose stages say how long they last and what they ask of their surroundings. */
export function serveCrops(app: Services): void {
  crud(app, crop, {
    prepare: (values) => {
      const stages = (values.stages ?? []) as ({ name: string } & StageLimits)[]
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
}
