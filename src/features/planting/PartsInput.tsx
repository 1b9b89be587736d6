import { landParts, type NamedPart } from '#contract/farm/land-part.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'
import { Checkboxes } from '#src/ui/Checkboxes.tsx'
import './parts.css'

const partsOf = (value: unknown) => (Array.isArray(value) ? (value as NamedPart[]) : [])

/** Which parts of its plots a batch or a task has, plot by plot; of those that are not divided none is asked. */
export default function PartsInput({ id, value, onChange, disabled }: InputProps) {
  const t = useLabels({ module: 'planting' })
  const plots = (useWholeForm().landIds as number[] | null | undefined) ?? []
  const { data = [] } = useCall(
    landParts,
    { landIds: plots.join(',') },
    { enabled: plots.length > 0, retry: false },
  )
  const divided = plots.length > 0 ? data : []
  if (divided.length === 0)
    return (
      <p id={id} className="plot-parts-none">
        {t('planting:parts.none')}
      </p>
    )
  const chosen = partsOf(value)
  return (
    <div id={id} className="plot-parts">
      {divided.map(({ landId, landName, parts }) => (
        <fieldset key={landId}>
          <legend>{landName}</legend>
          <Checkboxes
            label={landName}
            disabled={disabled}
            value={chosen.filter((one) => one.landId === landId).map(({ part }) => part)}
            options={parts.map(({ name, acreage }) => ({
              value: name,
              label: acreage === null ? name : `${name} · ${acreage} ${t('common:units.mu')}`,
            }))}
            onChange={(names) =>
              onChange([
                ...chosen.filter((one) => one.landId !== landId && plots.includes(one.landId)),
                ...names.map((part) => ({ landId, part })),
              ])
            }
          />
        </fieldset>
      ))}
      <small>{t('planting:parts.whole')}</small>
    </div>
  )
}
