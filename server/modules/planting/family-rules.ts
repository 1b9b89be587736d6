import type { BatchPart, shareBases } from '#contract/planting/family-calls.ts'
import { invalidFields } from '#server/db/http-error.ts'

/** What of a batch is divided. */
interface Divided {
  landIds: number[]
  plantedArea: number | null
  quantity: number | null
}
type Basis = (typeof shareBases)[number]

const round = (value: number) => Math.round(value * 100) / 100
const restOf = (whole: number, parts: readonly (number | null | undefined)[]) =>
  round(whole - parts.reduce<number>((sum, part) => sum + (part ?? 0), 0))

/** Errors: 422 at `parts` where area, quantity or ground of the whole is not that of the parts. */
export function requireWhole(whole: Divided, parts: readonly BatchPart[]): void {
  const known = new Set(whole.landIds)
  const given = parts.flatMap(({ landIds }) => landIds)
  if (given.some((id) => !known.has(id)) || [...known].some((id) => !given.includes(id)))
    throw invalidFields({ parts: { code: 'batch.rest_plots' } })
  for (const name of ['plantedArea', 'quantity'] as const) {
    const values = parts.map((part) => part[name])
    const code = name === 'quantity' ? 'batch.rest_quantity' : 'batch.rest_area'
    const rest = restOf(whole[name] ?? 0, values)
    const isLacking = whole[name] !== null && values.some((value) => value == null)
    if (rest !== 0 || isLacking) throw invalidFields({ parts: { code, params: { rest } } })
  }
}

/** By what the parts share; null: all alike. Errors: 422 at `share` for what the batch does not say. */
export function basisOf(
  { plantedArea, quantity }: Divided,
  share: Basis | undefined,
): Basis | null {
  if (share === 'area' && !plantedArea) throw invalidFields({ share: { code: 'batch.no_share' } })
  if (share === 'quantity' && !quantity) throw invalidFields({ share: { code: 'batch.no_share' } })
  return share ?? (plantedArea ? 'area' : quantity ? 'quantity' : null)
}
/** What a part counts for. */
export const weightOf = (part: BatchPart, basis: Basis | null): number =>
  (basis === null ? 1 : basis === 'area' ? part.plantedArea : part.quantity) ?? 0

/** To which part something goes that speaks of plots: that which has most of them, else the first. */
export function partFor(
  landIds: readonly number[],
  parts: readonly { landIds: number[] }[],
): number {
  const counts = parts.map((part) => landIds.filter((id) => part.landIds.includes(id)).length)
  return counts.indexOf(Math.max(...counts))
}
