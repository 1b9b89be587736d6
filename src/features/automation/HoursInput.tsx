import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ActiveSpan } from '#contract/automation/active-hours.ts'
import { ClockPicker } from '#src/kit/fields/date/ClockPicker.tsx'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { allDays } from './timer.ts'
import { Weekdays } from './Weekdays.tsx'
import './rules.css'

const blank: ActiveSpan = { days: '', from: '06:00', to: '18:00' }
const daysIn = (days: string | null | undefined) => (days ? [...days].map(Number) : [...allDays])

/** Spans of the day and the week in which a rule is in force; none: always. */
export default function HoursInput({
  id,
  field,
  value,
  onChange,
  disabled,
  describedBy,
}: InputProps) {
  const t = useLabels({ module: 'equipment' })
  const spans = (value ?? []) as ActiveSpan[]
  const set = (at: number, change: Partial<ActiveSpan>) =>
    onChange(spans.map((span, other) => (other === at ? { ...span, ...change } : span)))
  const time = (at: number, name: 'from' | 'to') => (
    <ClockPicker
      of="clock"
      className="rule-timer-clock"
      aria-label={t(`equipment:strategies.${name}`)}
      value={spans[at]![name]}
      disabled={disabled}
      onChange={(clock) => set(at, { [name]: clock })}
    />
  )
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {spans.length === 0 && <p className="rule-hint">{t('equipment:activeHours.always')}</p>}
      {spans.map((span, at) => (
        <div key={at} className="rule-line">
          {time(at, 'from')}
          {'–'}
          {time(at, 'to')}
          <Weekdays
            label={t('equipment:timer.weekdays')}
            value={daysIn(span.days)}
            disabled={disabled}
            onChange={(days) =>
              days.length > 0 &&
              set(at, { days: days.length === allDays.length ? '' : days.join('') })
            }
          />
          <Button
            type="text"
            icon={<CloseOutlined />}
            disabled={disabled}
            aria-label={t('kit:lines.remove', { at: at + 1 })}
            onClick={() => onChange(spans.filter((_, other) => other !== at))}
          />
        </div>
      ))}
      <Button
        id={id}
        icon={<PlusOutlined />}
        disabled={disabled || spans.length >= (field.max ?? 0)}
        onClick={() => onChange([...spans, blank])}
      >
        {t('equipment:activeHours.add')}
      </Button>
    </div>
  )
}
