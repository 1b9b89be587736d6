import { Button } from 'antd'
import { partsText, type NamedPart } from '#contract/farm/land-part.ts'
import { safetyIntervals } from '#contract/inventory/interval-calls.ts'
import { taskDoses } from '#contract/work/task-calls.ts'
import { LinesInput } from '#src/kit/fields/lines/lines-input.tsx'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'
import './work.css'

interface MaterialLine {
  skuId?: number | null
  quantity?: number | null
}
const linesOf = (value: unknown) => (Array.isArray(value) ? (value as MaterialLine[]) : [])

/**
 * What a task is thought to take. Of goods that say how much a mu takes, what its plots take is
 * offered.
 */
export default function MaterialsInput(props: InputProps) {
  const { value, onChange, disabled } = props
  const t = useLabels({ module: 'work' })
  const form = useWholeForm()
  const plots = (form.landIds as number[] | null | undefined) ?? []
  // Of plots that were chosen before, parts may still stand there.
  const parts = ((form.parts as NamedPart[] | null | undefined) ?? []).filter(({ landId }) =>
    plots.includes(landId),
  )
  const lines = linesOf(value)
  const skuIds = [...new Set(lines.flatMap(({ skuId }) => skuId ?? []))].sort((a, b) => a - b)
  const { data } = useCall(
    taskDoses,
    {
      skuIds: skuIds.join(','),
      ...(plots.length > 0 && { landIds: plots.join(',') }),
      ...(parts.length > 0 && { parts: partsText(parts) }),
    },
    { enabled: skuIds.length > 0, retry: false },
  )
  const { data: intervals } = useCall(
    safetyIntervals,
    {
      skuIds: skuIds.slice(0, 50).join(','),
      ...(plots.length > 0 && { landIds: plots.join(',') }),
      ...(typeof form.batchId === 'number' && { batchId: form.batchId }),
      ...(typeof form.endsOn === 'string' && form.endsOn && { on: form.endsOn }),
    },
    { enabled: skuIds.length > 0, retry: false },
  )
  const waits = skuIds.length > 0 ? (intervals ?? []) : []
  const doses = skuIds.length > 0 ? (data?.goods ?? []) : []
  const offered = new Map(doses.map(({ skuId, quantity }) => [skuId, quantity]))
  const isOpen = ({ skuId, quantity }: MaterialLine) => {
    const other = skuId ? offered.get(skuId) : null
    return typeof other === 'number' && other !== quantity
  }
  return (
    <>
      <LinesInput {...props} />
      {waits.length > 0 && (
        <ul className="work-doses">
          {waits.map(({ skuId, name, days }) => (
            <li key={skuId}>{t('work:doses.interval', { name, count: days })}</li>
          ))}
        </ul>
      )}
      {doses.length > 0 && (
        <div className="work-doses">
          <ul>
            {doses.map(({ skuId, name, unitName, dosePerMu, quantity }) => (
              <li key={skuId}>
                {t(quantity === null ? 'work:doses.each' : 'work:doses.all', {
                  name,
                  unit: unitName ?? '',
                  dose: dosePerMu,
                  area: data?.area,
                  quantity,
                })}
              </li>
            ))}
          </ul>
          {data?.area === null && <p>{t('work:doses.noArea')}</p>}
          {lines.some(isOpen) && (
            <Button
              disabled={disabled}
              onClick={() =>
                onChange(
                  lines.map((line) =>
                    isOpen(line) ? { ...line, quantity: offered.get(line.skuId!) } : line,
                  ),
                )
              }
            >
              {t('work:doses.take')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
