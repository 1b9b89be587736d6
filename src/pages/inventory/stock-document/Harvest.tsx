import { Alert } from 'antd'
import dayjs from 'dayjs'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** As it is stored, or as it is being written. */
type Document = Readonly<Record<string, unknown>>
interface Line {
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
