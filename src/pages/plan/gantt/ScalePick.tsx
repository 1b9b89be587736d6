import { Segmented } from 'antd'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { scales, type Scale } from './place.ts'

/** By day or by month. */
export function ScalePick({ value, onChange }: { value: Scale; onChange: (next: Scale) => void }) {
  const t = useLabels({ module: 'plan' })
  return (
    <Segmented
      aria-label={t('common:shownAs')}
      value={value}
      onChange={onChange}
      options={scales.map((one) => ({ value: one, label: t(`plan:scales.${one}`) }))}
    />
  )
}
