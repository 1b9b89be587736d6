import type { BatchMate } from '#contract/planting/family-calls.ts'
import { sharesOf } from '#contract/planting/shares.ts'

/** A part as it is being written down. */
export interface DraftPart {
  key: number
  batchName: string
  landIds: number[]
  plantedArea: number | null
  quantity: number | null
}
type Whole = Pick<BatchMate, 'batchName' | 'plantedArea' | 'quantity' | 'cost'>
interface Plot {
  id: number
  landName: string
  acreage: number | null
}
const longestName = 60

const nameOf = (whole: Whole, no: number) => {
  const end = `-${no}`
  return whole.batchName.slice(0, longestName - end.length) + end
}
const divided = (whole: number | null, weights: readonly number[]) =>
  whole === null ? weights.map(() => null) : sharesOf(whole, weights, 2)

/** Two parts to begin with: half of the plots each, or both on the only one; area and quantity as the plots are large. */
export function firstParts(whole: Whole, plots: readonly Plot[]): DraftPart[] {
  const half = Math.ceil(plots.length / 2)
  const ground = plots.length > 1 ? [plots.slice(0, half), plots.slice(half)] : [plots, plots]
  const weights = ground.map((own) => own.reduce((sum, { acreage }) => sum + (acreage ?? 0), 0))
  const areas = divided(whole.plantedArea, weights)
  const quantities = divided(whole.quantity, weights)
  return ground.map((own, at) => ({
    key: at,
    batchName: nameOf(whole, at + 1),
    landIds: own.map(({ id }) => id),
    plantedArea: areas[at]!,
    quantity: quantities[at]!,
  }))
}
/** One more part, which has what the others have left. */
export function withOneMore(
  parts: readonly DraftPart[],
  whole: Whole,
  plots: readonly Plot[],
): DraftPart[] {
  const rest = restOf(parts, whole, plots)
  const key = Math.max(...parts.map((one) => one.key)) + 1
  const left = (value: number) => (value > 0 ? value : null)
  return [
    ...parts,
    {
      key,
      batchName: nameOf(whole, key + 1),
      landIds: rest.plots.map(({ id }) => id),
      plantedArea: left(rest.area),
      quantity: left(rest.quantity),
    },
  ]
}

interface Rest {
  area: number
  quantity: number
  plots: Plot[]
}
/** What is given to no part yet; below zero: too much is given. */
export function restOf(parts: readonly DraftPart[], whole: Whole, plots: readonly Plot[]): Rest {
  const left = (name: 'plantedArea' | 'quantity') => {
    const given = parts.reduce((sum, part) => sum + (part[name] ?? 0), 0)
    return Math.round(((whole[name] ?? 0) - given) * 100) / 100
  }
  const given = new Set(parts.flatMap(({ landIds }) => landIds))
  return {
    area: left('plantedArea'),
    quantity: left('quantity'),
    plots: plots.filter(({ id }) => !given.has(id)),
  }
}
/** Whether all is given, and each part has something of everything. */
export const isDivided = (parts: readonly DraftPart[], whole: Whole, plots: readonly Plot[]) => {
  const rest = restOf(parts, whole, plots)
  return (
    rest.area === 0 &&
    rest.quantity === 0 &&
    rest.plots.length === 0 &&
    parts.every(
      (part) =>
        part.batchName.trim() !== '' &&
        part.landIds.length > 0 &&
        (whole.plantedArea === null || (part.plantedArea ?? 0) > 0) &&
        (whole.quantity === null || (part.quantity ?? 0) > 0),
    )
  )
}
/** What each part takes over of the costs so far; null: they are not told. */
export const costsOf = (
  parts: readonly DraftPart[],
  whole: Whole,
  basis: 'area' | 'quantity' | undefined,
): number[] | null =>
  whole.cost == null
    ? null
    : sharesOf(
        whole.cost,
        parts.map((part) =>
          basis === undefined ? 1 : ((basis === 'area' ? part.plantedArea : part.quantity) ?? 0),
        ),
        2,
      )
