import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { transferTargets } from '#contract/inventory/document-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { chosenOptions } from '#src/kit/fields/ref/use-options.ts'

/**
 * Where a transfer goes: to any warehouse of the farm, those too that whoever sends does not see.
 */
export default function TargetInput({
  id,
  name,
  field,
  row,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const { t } = useTranslation(['kit', 'common'])
  const { data, isPending, isError } = useCall(transferTargets, { of: 'use' }, { retry: false })
  const offered = (data ?? []).map((one) => ({ value: one.id, label: one.name }))
  // What stands there may be out of use since.
  const stays = chosenOptions(row, name).filter(
    (one) => one.value === value && !offered.some((other) => other.value === one.value),
  )
  const options = [...stays, ...offered]
  return (
    <Select
      id={id}
      className="kit-full"
      allowClear={!field.required}
      showSearch
      optionFilterProp="label"
      options={options}
      value={options.some((one) => one.value === value) ? (value as number) : undefined}
      loading={isPending}
      disabled={disabled}
      status={statusOf(invalid)}
      aria-describedby={describedBy}
      notFoundContent={
        isError ? t('kit:ref.failed') : isPending ? t('common:loading') : t('kit:ref.nothing')
      }
      onBlur={onBlur}
      onChange={(next: number | undefined) => onChange(next ?? null)}
    />
  )
}
