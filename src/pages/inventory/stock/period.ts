import { momentOf } from '#src/kit/fields/date/day-text.ts'

type Texts = Readonly<Record<string, string>>

/** This month until today, by the farm's clock, where the address says nothing else. */
export function withPeriod(
  filters: Texts,
  zone: string,
  now = new Date(),
): { from: string; to: string } {
  const today = momentOf(now.toISOString(), zone).slice(0, 10)
  const to = filters.to ?? today
  return { from: filters.from ?? `${(to < today ? to : today).slice(0, 8)}01`, to }
}
export const withDay = (filters: Texts, zone: string, now = new Date()) => ({
  on: filters.to ?? momentOf(now.toISOString(), zone).slice(0, 10),
})

/** What is asked beside the time. */
export const amongOf = ({ warehouseId, skuId, type }: Texts) => ({
  ...(warehouseId && { warehouseId: Number(warehouseId) }),
  ...(skuId && { skuId: Number(skuId) }),
  ...(type && { type }),
})
