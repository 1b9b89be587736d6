import { z } from 'zod'
import { call } from '../call.ts'
import { groundShape, leavesGround, type SeenGround } from '../ground.ts'
import { area } from './area.ts'

const plot = z.object({
  id: z.int(),
  name: z.string(),
  /** In mu. */
  acreage: z.number().nullable(),
  corners: groundShape.nullable(),
})
/** So many plots of a base are looked at. */
export const mostPlotsOfBase = 2000

// chosen: forms of bases and plots ask what their ground has to fit with
export const areaGround = call({
  endpoint: 'GET /wfpf/v1/{tenant}/area/ground',
  summary: 'How large a base is and where it ends, and its plots beside it',
  access: { code: area.permissions.list },
  staleAfter: { area: true, land: true },
  input: z.object({ areaId: z.coerce.number().int().positive() }),
  answer: z.object({
    acreage: z.number().nullable(),
    boundary: groundShape.nullable(),
    plots: z.array(plot),
  }),
})
export type AreaGround = z.infer<typeof areaGround.answer>
type GroundPlot = AreaGround['plots'][number]

const hundredths = (value: number) => Math.round(value * 100)
/** How many mu plots have together, where that is more than their base has; null: they fit. */
export function beyondAcreage(
  acreage: number | null | undefined,
  plots: readonly Pick<GroundPlot, 'acreage'>[],
): number | null {
  const sum = plots.reduce((all, one) => all + hundredths(one.acreage ?? 0), 0)
  return acreage != null && sum > hundredths(acreage) ? sum / 100 : null
}
/** Plots whose outline leaves that of their base. */
export const plotsOutside = (
  boundary: SeenGround | null | undefined,
  plots: readonly GroundPlot[],
): GroundPlot[] =>
  boundary ? plots.filter(({ corners }) => corners && leavesGround(corners, boundary)) : []
