import { Checkbox } from 'antd'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { allDays } from './timer.ts'
import './rules.css'

/**
 * Days of a week. Not antd's group, which takes a new value over in an effect: until then a box
 * that was clicked stands as before, and the next click starts from what is no longer so.
 */
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
    <div role="group" aria-label={label} className="rule-weekdays">
      {allDays.map((day) => (
        <Checkbox
          key={day}
          checked={value.includes(day)}
          disabled={disabled}
          onChange={({ target }) =>
            onChange(allDays.filter((one) => (one === day ? target.checked : value.includes(one))))
          }
        >
          {t(`equipment:strategies.weekdays.${day}`)}
        </Checkbox>
      ))}
    </div>
  )
}
