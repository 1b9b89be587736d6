import { Alert } from 'antd'
import { batch } from '#contract/planting/batch.ts'
import type { BatchMate } from '#contract/planting/family-calls.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { restOf, type DraftPart } from './split-parts.ts'

interface SplitRestProps {
  parts: readonly DraftPart[]
  own: BatchMate
  plots: readonly { id: number; landName: string; acreage: number | null }[]
}
/** What no part has yet, or what too much is given of. */
export function SplitRest({ parts, own, plots }: SplitRestProps) {
  const t = useLabels(batch)
  const unitName = useUnitName()
  const rest = restOf(parts, own, plots)
  const said = (name: 'area' | 'quantity', unit: string) =>
    rest[name] !== 0 &&
    t(`planting:family.${rest[name] > 0 ? 'rest' : 'over'}.${name}`, {
      rest: `${Math.abs(rest[name])} ${unit}`.trim(),
    })
  const all = [
    said('area', t('common:units.mu')),
    said('quantity', own.quantityUnitName ? unitName(own.quantityUnitName) : ''),
    rest.plots.length > 0 &&
      t('planting:family.rest.plots', {
        plots: rest.plots.map(({ landName }) => landName).join(t('planting:comma')),
      }),
  ].filter((one) => one !== false)
  return (
    <div className="batch-rest" aria-live="polite">
      {all.length === 0 ? (
        <Alert type="success" showIcon message={t('planting:family.rest.none')} />
      ) : (
        <Alert
          type="warning"
          showIcon
          message={all.map((one) => (
            <div key={one}>{one}</div>
          ))}
        />
      )}
    </div>
  )
}
