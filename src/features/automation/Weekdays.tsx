import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Checkboxes } from '#src/ui/Checkboxes.tsx'
import { allDays } from './timer.ts'
import './rules.css'

/** Days of a week. */
export function Weekdays({
  label,
  value,
  disabled,
  onChange,
}: {
  label: string
  value: readonly number[]
  disabled?: boolean | undefined
  onChange: (days: number[]) => void
}) {
  const t = useLabels({ module: 'equipment' })
  return (
    <Checkboxes
      label={label}
      value={value}
      options={allDays.map((day) => ({
        value: day,
        label: t(`equipment:strategies.weekdays.${day}`),
      }))}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
