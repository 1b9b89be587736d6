import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { transferTargets } from '#contract/inventory/document-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { FilterProps } from '#src/kit/fields/kind.ts'

/** Every warehouse that something may have gone to: out of sight or out of use, too. */
function useTargets() {
  const { t } = useTranslation('kit')
  const { data, isPending, isError } = useCall(transferTargets, { of: 'all' }, { retry: false })
  const options = (data ?? []).map(({ id, name, enabledFlag }) => ({
    value: id,
    label: enabledFlag === 0 ? t('kit:ref.off', { name }) : name,
  }))
  return { options, isPending, isError }
}

/** Where transfers went, as their list is searched by it. */
export function TargetFilter({ id, value, onChange }: FilterProps) {
  const { t } = useTranslation(['kit', 'common'])
  const { options, isPending, isError } = useTargets()
  return (
    <Select
      id={id}
      className="kit-full"
      allowClear
      showSearch
      optionFilterProp="label"
      options={options}
      value={options.some((one) => one.value === value) ? (value as number) : undefined}
      loading={isPending}
      notFoundContent={
        isError ? t('kit:ref.failed') : isPending ? t('common:loading') : t('kit:ref.nothing')
      }
      onChange={(next: number | undefined) => onChange(next)}
    />
  )
}
export function TargetName({ id }: { id: number }) {
  const { t } = useTranslation('kit')
  const { options, isPending } = useTargets()
  const found = options.find(({ value }) => value === id)
  const name = `#${id}`
  return <>{found?.label ?? (isPending ? name : t('kit:ref.gone', { name }))}</>
}
