import { Alert } from 'antd'
import dayjs from 'dayjs'
import { safetyIntervals } from '#contract/inventory/interval-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** As it is stored, or as it is being written. */
type Document = Readonly<Record<string, unknown>>
interface Line {
  skuId: number | null
  skuIdName: string
  safetyInterval: number | null
}

/**
 * From which day the plot may be harvested again, by the longest interval of what was used on it.
 */
export function earliestHarvest(row: Document): { day: string; name: string; days: number } | null {
  const longest = ((row.goods ?? []) as Line[]).reduce<Line | null>(
    (most, line) => ((line.safetyInterval ?? 0) > (most?.safetyInterval ?? 0) ? line : most),
    null,
  )
  if (!longest?.safetyInterval || row.purpose !== 'use' || !row.occurredOn) return null
  return {
    day: dayjs(String(row.occurredOn)).add(longest.safetyInterval, 'day').format('YYYY-MM-DD'),
    name: longest.skuIdName,
    days: longest.safetyInterval,
  }
}

/** The safety interval of what was used, as the day that matters. */
export function Harvest({ row }: { row: Document }) {
  const t = useLabels({ module: 'inventory' })
  const found = earliestHarvest(row)
  if (!found) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="kit-form-note"
      message={t('inventory:document.harvest', {
        ...found,
        land: String(row.landIdName ?? t('inventory:document.landOfUse')),
      })}
    />
  )
}

/** The same while it is being written: the crop that stands on the plot may ask for longer, or less. */
export function HarvestAhead({ row }: { row: Document }) {
  const goods = ((row.goods ?? []) as Line[]).filter(({ skuId }) => skuId !== null)
  const landId = typeof row.landId === 'number' ? row.landId : null
  const skuIds = [...new Set(goods.map(({ skuId }) => skuId!))].sort((a, b) => a - b)
  const on = String(row.occurredOn ?? '')
  const { data } = useCall(
    safetyIntervals,
    { skuIds: skuIds.join(','), landIds: String(landId), ...(on && { on }) },
    {
      enabled: row.purpose === 'use' && landId !== null && skuIds.length > 0 && skuIds.length <= 50,
      retry: false,
    },
  )
  if (!data || landId === null) return <Harvest row={row} />
  const days = new Map(data.map((one) => [one.skuId, one.days]))
  const told = goods.map((line) => ({ ...line, safetyInterval: days.get(line.skuId!) ?? null }))
  return <Harvest row={{ ...row, goods: told }} />
}
