import { Alert } from 'antd'
import { useDeferredValue } from 'react'
import { partsText, type NamedPart } from '#contract/farm/land-part.ts'
import { batch } from '#contract/planting/batch.ts'
import { batchAhead } from '#contract/planting/batch-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { FormFooterProps } from '#src/kit/definition/resource.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './batch.css'

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** What is filled in for a batch that is being written down, and what speaks against it. */
export default function AheadOf({ value, id }: FormFooterProps) {
  const t = useLabels(batch)
  const landIds = Array.isArray(value.landIds) ? (value.landIds as number[]).join(',') : ''
  const parts = Array.isArray(value.parts) ? (value.parts as NamedPart[]) : []
  const asked = useDeferredValue(
    JSON.stringify({
      id,
      varietyId: numberOf(value.varietyId),
      landIds,
      ...(parts.length > 0 && { parts: partsText(parts) }),
      plantedOn: textOf(value.plantedOn),
      expectedHarvestOn: textOf(value.expectedHarvestOn),
      plantedArea: numberOf(value.plantedArea),
    }),
  )
  const { data } = useCall(batchAhead, landIds ? JSON.parse(asked) : null, {
    placeholderData: (before) => before,
  })
  if (!landIds || !data) return null
  const { acreage, expectedHarvestOn, expectedYield, taken, rotation } = data
  const filled = [
    value.plantedArea == null && acreage !== null && ['plantedArea', acreage, 'mu'],
    textOf(value.expectedHarvestOn) === undefined &&
      expectedHarvestOn !== null && ['expectedHarvestOn', expectedHarvestOn, null],
    value.expectedYield == null &&
      expectedYield !== null && ['expectedYield', expectedYield, 'kilogram'],
  ].filter((one) => one !== false)
  const isMeant = value.sharedFlag === 1 && taken.every(({ sharedFlag }) => sharedFlag === 1)
  return (
    <section className="batch-ahead" aria-live="polite" aria-label={t('planting:ahead.title')}>
      {filled.length > 0 && (
        <p>
          {t('planting:ahead.filled')}{' '}
          {filled
            .map(
              ([name, found, unit]) =>
                `${fieldLabel(t, batch, String(name))} ${found}${unit ? ` ${t(`common:units.${unit}`)}` : ''}`,
            )
            .join(t('planting:comma'))}
        </p>
      )}
      {taken.length > 0 && (
        <Alert
          type={isMeant ? 'info' : 'error'}
          showIcon
          message={t(isMeant ? 'planting:ahead.shared' : 'planting:ahead.taken')}
          description={
            <ul>
              {taken.map((one) => (
                <li key={`${one.landName} ${one.batchName}`}>
                  {t('planting:ahead.takenBy', { plot: one.landName, batch: one.batchName })}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {rotation.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={t('planting:ahead.rotation', { count: rotation[0]!.years })}
          description={
            <ul>
              {rotation.map((one) => (
                <li key={one.landName}>
                  {t('planting:ahead.grew', {
                    plot: one.landName,
                    crop: one.cropName,
                    batch: one.batchName,
                    day: one.plantedOn,
                  })}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </section>
  )
}
