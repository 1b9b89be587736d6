import { z } from 'zod'
import { call } from '../call.ts'
import { isDay } from '../moment.ts'
import { digitalMap, mapPlot } from './map.ts'

/** How far from today plots can be looked at, in days. */
export const mapDays = { before: 365, after: 180 } as const

const { batch, lock, moisture } = mapPlot.shape
const plotDay = z.object({
  id: z.int(),
  batch,
  /** Something was or is to be done there on that day, or is late today; null: not for who asks. */
  task: z.enum(['late', 'on']).nullable(),
  /** Of the batch that was finished last, its yield as a part of what was expected. */
  yield: z.number().nullable(),
  /** Mean of the day's soil water in percent; null: unmeasured, or still to come. */
  moisture,
  lock,
  /** Worst alarm of the devices on it during the day; 0: none. */
  level: z.int().min(0).max(3),
})
export type PlotDay = z.infer<typeof plotDay>

// chosen: as the map itself
export const mapDay = call({
  endpoint: 'GET /wfpf/v1/{tenant}/map/day',
  summary: 'What plots are, or were, on a day: crop, work, soil water, locks, alarms, yield',
  access: digitalMap.access,
  staleAfter: { batch: true, task: true, land: true },
  input: z.object({
    base: z.coerce.number().int().positive().optional(),
    /** None: the tenant's today. */
    on: z.iso.date().refine(isDay).optional(),
  }),
  answer: z.object({ today: z.iso.date(), on: z.iso.date(), plots: z.array(plotDay) }),
})
export type MapDay = z.infer<typeof mapDay.answer>
