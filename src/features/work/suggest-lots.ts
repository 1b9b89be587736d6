import type { OnHandLot } from '#contract/work/task-calls.ts'

/** A line of what was used, as it is entered. */
export interface UsedLine {
  skuId: number | null
  lot: string | null
  quantity: number | null
}
const digits = 1000

/**
 * Lots from which an amount of each thing is taken, in the order in which `lots` come, but those
 * whose last day is over; what does not lie there stays a line without one, so that the person sees
 * it. `today`: as YYYY-MM-DD.
 */
export function suggestLots(
  wanted: readonly Pick<UsedLine, 'skuId' | 'quantity'>[],
  lots: readonly OnHandLot[],
  today: string,
): UsedLine[] {
  const left = new Map(lots.map((lot) => [lot, lot.quantity]))
  return wanted.flatMap(({ skuId, quantity }) => {
    if (quantity === null) return [{ skuId, lot: null, quantity }]
    let open = quantity
    const taken: UsedLine[] = []
    for (const lot of lots.filter(
      (one) => one.skuId === skuId && !(one.expiresOn && one.expiresOn < today),
    )) {
      const part = Math.min(open, left.get(lot)!)
      if (part <= 0) continue
      left.set(lot, left.get(lot)! - part)
      open = Math.round((open - part) * digits) / digits
      taken.push({ skuId, lot: lot.lot, quantity: part })
    }
    return open > 0 ? [...taken, { skuId, lot: null, quantity: open }] : taken
  })
}
