import { Select } from 'antd'
import { useState } from 'react'
import { mostIntervalMinutes } from '#contract/automation/interval.ts'
import { ClockPicker } from '#src/kit/fields/date/ClockPicker.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { isEven, type Timer } from './timer.ts'

type Every = Extract<Timer, { kind: 'every' }>
const units = { minutes: 1, hours: 60 } as const
type Unit = keyof typeof units

/** An interval of any length, and the moment that it is counted from. */
export function EveryFields({
  timer,
  zone,
  disabled,
  onChange,
}: {
  timer: Every
  zone: string
  disabled?: boolean | undefined
  onChange: (timer: Every) => void
}) {
  const t = useLabels({ module: 'equipment' })
  const [chosen, setUnit] = useState<Unit>('hours')
  const unit = timer.minutes % 60 === 0 ? chosen : 'minutes'
  // What divides neither hour nor day has to begin somewhere: with today, until somebody says
  // otherwise.
  const set = (minutes: number, from: string | undefined) => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
    const begin = from || (isEven(minutes) ? undefined : `${today}T00:00`)
    onChange({ kind: 'every', minutes, ...(begin && { from: begin }) })
  }
  return (
    <>
      <NumberBox
        aria-label={t('equipment:timer.length')}
        className="rule-timer-day"
        min={1}
        max={mostIntervalMinutes / units[unit]}
        precision={0}
        disabled={disabled}
        value={timer.minutes / units[unit]}
        onChange={(count) => set((count ?? 1) * units[unit], timer.from)}
      />
      <Select<Unit>
        aria-label={t('equipment:timer.everyUnit')}
        disabled={disabled}
        value={unit}
        options={(Object.keys(units) as Unit[]).map((value) => ({
          value,
          label: t(`equipment:timer.units.${value}`),
        }))}
        onChange={(next) => {
          setUnit(next)
          const count = Math.min(timer.minutes / units[unit], mostIntervalMinutes / units[next])
          set(Math.round(count) * units[next], timer.from)
        }}
      />
      <label className="rule-timer-from">
        {t('equipment:timer.from')}{' '}
        <ClockPicker
          of="minute"
          className="rule-timer-moment"
          disabled={disabled}
          allowClear={isEven(timer.minutes)}
          value={timer.from ?? ''}
          onChange={(from) => set(timer.minutes, from)}
        />
      </label>
    </>
  )
}
