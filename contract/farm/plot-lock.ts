import { z } from 'zod'

/** Whoever holds it says why a plot is entered, or picked, although an interval is not over. */
export const waiveCode = 'wfpf.farm.taskManger.ps.override'
/** So many letters say why. */
export const mostWaiver = 200

export const plotLock = z.object({
  landId: z.int(),
  landName: z.string(),
  areaId: z.int(),
  /** `reentry`: nobody goes in; `harvest`: nothing is picked. */
  kind: z.enum(['reentry', 'harvest']),
  name: z.string(),
  until: z.string(),
})
export type PlotLock = z.infer<typeof plotLock>
