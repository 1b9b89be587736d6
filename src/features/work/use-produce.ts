import { inKilograms } from '#contract/inventory/mass.ts'
import { produceWeight, type ProduceWeight } from '#contract/work/task-calls.ts'
import { useField } from '#src/kit/calls/field/use-field.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { Report } from './report.ts'

/** What goods are counted in and weigh; without a network, as it was when they were taken along. */
export function useProduce(skuId: number | null): ProduceWeight | undefined {
  const { kept } = useField()
  const { data } = useCall(produceWeight, skuId === null ? null : { skuId }, { retry: false })
  if (skuId === null) return undefined
  return data ?? kept?.pack.goods.find(({ id }) => id === skuId)
}

/** What it is counted in: by weight, where no goods are named. */
export const unitOf = (
  { harvestSkuId }: Picked,
  produce: ProduceWeight | undefined,
  language: string,
): string | undefined =>
  harvestSkuId === null
    ? 'kilogram'
    : (language === 'en-US' && produce?.enName) || produce?.unitName || undefined

type Picked = Pick<Report, 'harvested' | 'harvestSkuId' | 'harvestedKg'>
/** Whether it is asked how heavy that is: of goods that are not counted by weight. */
export const isWeighed = ({ harvestSkuId }: Picked, produce: ProduceWeight | undefined) =>
  harvestSkuId !== null && produce?.massFlag !== 1
/** What it weighs by what the goods say; null where they do not say, or nothing was picked. */
export const weightSaid = ({ harvested }: Picked, produce: ProduceWeight | undefined) =>
  harvested && typeof produce?.kilograms === 'number'
    ? inKilograms(harvested, produce.kilograms)
    : null
