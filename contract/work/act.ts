import { z } from 'zod'
import { actTimes } from '../act.ts'
import { mostAccuracy } from './task-states.ts'

/** When and where something was done in the field. */
export const act = {
  ...actTimes,
  /** Where the phone was; left out where its holder, or the tenant, does not want it. */
  place: z
    .object({
      lat: z.number().min(-90).max(90),
      lng: z.number().min(-180).max(180),
      /** Meters. */
      accuracy: z.number().min(0).max(mostAccuracy),
    })
    .optional(),
}
export type ActPlace = NonNullable<z.infer<typeof act.place>>
