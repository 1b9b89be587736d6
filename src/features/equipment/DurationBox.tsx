import { Select } from 'antd'
import { useState } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { NumberBox, type Typed } from '#src/features/command/NumberBox.tsx'

const units = { second: 1, minute: 60, hour: 3600 } as const
type Unit = keyof typeof units
/** The largest unit that says it without a rest. */
const unitOf = (seconds: Typed): Unit =>
  typeof seconds !== 'number' || seconds === 0
    ? 'minute'
    : seconds % units.hour === 0
      ? 'hour'
      : seconds % units.minute === 0
        ? 'minute'
        : 'second'

interface DurationBoxProps {
  id: string
  label: string
  value: Typed
  max: number
  disabled?: boolean | undefined
  describedBy?: string | undefined
  onChange: (seconds: Typed) => void
}

/** A length of time in the unit one thinks in; what it holds are seconds. */
export function DurationBox({
  id,
  label,
  value,
  max,
  disabled,
  describedBy,
  onChange,
}: DurationBoxProps) {
  const t = useLabels({ module: 'equipment' })
  const [chosen, setUnit] = useState<Unit>(() => unitOf(value))
  // Something else has set it, and it does not fit.
  const unit = typeof value === 'number' && value % units[chosen] !== 0 ? unitOf(value) : chosen
  const shown = typeof value === 'number' ? value / units[unit] : value
  return (
    <span className="duration-box">
      <NumberBox
        id={id}
        label={label}
        limits={{ min: 0, max: Math.floor(max / units[unit]), decimals: 0 }}
        value={shown}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={(next) => onChange(typeof next === 'number' ? next * units[unit] : next)}
      />
      <Select
        aria-label={t('equipment:timer.unit', { name: label })}
        value={unit}
        disabled={disabled}
        options={(Object.keys(units) as Unit[]).map((one) => ({
          value: one,
          label: t(`common:units.${one}`),
        }))}
        onChange={(next: Unit) => {
          setUnit(next)
          if (typeof shown === 'number')
            onChange(Math.min(shown * units[next], Math.floor(max / units[next]) * units[next]))
        }}
      />
    </span>
  )
}
