import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ActiveSpan } from '#contract/automation/active-hours.ts'
import { ClockPicker } from '#src/kit/fields/date/ClockPicker.tsx'
import { LineRemove } from '#src/kit/fields/lines/LineTools.tsx'
import { useLines } from '#src/kit/fields/lines/use-lines.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { allDays } from './timer.ts'
import { Weekdays } from './Weekdays.tsx'
import './rules.css'

const blank: ActiveSpan = { days: '', from: '06:00', to: '18:00' }
const daysIn = (days: string | null | undefined) => (days ? [...days].map(Number) : [...allDays])

/** Spans of the day and the week in which a rule is in force; none: always. */
export default function HoursInput(props: InputProps) {
  const { id, disabled, describedBy } = props
  const t = useLabels({ module: 'equipment' })
  const { lines: spans, set, add, remove, isFull } = useLines<ActiveSpan>(props)
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
          <LineRemove at={at} disabled={disabled} onRemove={remove} />
        </div>
      ))}
      <Button id={id} icon={<PlusOutlined />} disabled={isFull} onClick={() => add(blank)}>
        {t('equipment:activeHours.add')}
      </Button>
    </div>
  )
}
