import { Input, Select } from 'antd'
import { useState } from 'react'
import { ClockPicker } from '#src/kit/fields/date/ClockPicker.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { allDays, cronOf, timerKinds, timerOf, timerText, type Timer } from './timer.ts'
import { EveryFields } from './EveryFields.tsx'
import { useCron } from './use-cron.ts'
import { Weekdays } from './Weekdays.tsx'

const shown = 5
const months = Array.from({ length: 12 }, (_, i) => i + 1)
/** What a timer begins as when its kind is chosen; the clock stays. */
function begun(kind: Timer['kind'], clock: string, cron: string): Timer {
  switch (kind) {
    case 'week':
      return { kind, days: [...allDays], clock }
    case 'month':
      return { kind, day: 1, clock }
    case 'year':
      return { kind, month: 1, day: 1, clock }
    case 'once':
      return { kind, date: '', clock }
    case 'every':
      return { kind, minutes: 60 }
    case 'cron':
      return { kind, cron }
  }
}

/**
 * When a timer comes: clock and days as one says them, the expression for who wants more; with the
 * moments that come next.
 */
export function TimerField({
  id,
  value,
  disabled,
  onChange,
}: {
  id: string
  value: string
  disabled?: boolean | undefined
  onChange: (value: string) => void
}) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  // What is half said has no expression of its own, and several timers may share one: what was
  // chosen here stands for as long as it means what is stored.
  const [chosen, setChosen] = useState<Timer>(() => timerOf(value))
  const timer = cronOf(chosen) === value ? chosen : timerOf(value)
  const words = useCron(value, shown)
  const set = (next: Timer) => {
    setChosen(next)
    onChange(cronOf(next))
  }
  const clock = 'clock' in timer ? timer.clock : '06:00'
  const word = (name: string) => t(`equipment:timer.${name}`)
  return (
    <div className="rule-cron">
      <div className="rule-line">
        <Select
          id={id}
          aria-label={word('kind')}
          className="rule-timer-kind"
          disabled={disabled}
          value={timer.kind}
          options={timerKinds.map((kind) => ({ value: kind, label: word(`kinds.${kind}`) }))}
          onChange={(kind: Timer['kind']) => set(begun(kind, clock, value))}
        />
        {timer.kind === 'once' && (
          <ClockPicker
            of="day"
            aria-label={word('date')}
            className="rule-timer-date"
            value={timer.date}
            disabled={disabled}
            onChange={(date) => set({ ...timer, date })}
          />
        )}
        {timer.kind === 'year' && (
          <Select
            aria-label={word('month')}
            className="rule-timer-kind"
            disabled={disabled}
            value={timer.month}
            options={months.map((month) => ({ value: month, label: word(`months.${month}`) }))}
            onChange={(month: number) => set({ ...timer, month })}
          />
        )}
        {(timer.kind === 'month' || timer.kind === 'year') && (
          <NumberBox
            aria-label={word('day')}
            className="rule-timer-day"
            min={1}
            max={31}
            precision={0}
            suffix={word('dayUnit')}
            value={timer.day}
            disabled={disabled}
            onChange={(day) => set({ ...timer, day: day ?? 1 })}
          />
        )}
        {'clock' in timer && (
          <ClockPicker
            of="clock"
            aria-label={word('clock')}
            className="rule-timer-clock"
            value={timer.clock}
            disabled={disabled}
            onChange={(at) => set({ ...timer, clock: at })}
          />
        )}
        {timer.kind === 'every' && (
          <EveryFields timer={timer} zone={zone} disabled={disabled} onChange={set} />
        )}
        {timer.kind === 'cron' && (
          <Input
            className="rule-cron-text"
            value={timer.cron}
            disabled={disabled}
            spellCheck={false}
            autoComplete="off"
            placeholder="0 6 * * *"
            aria-label={t('equipment:controlRule.lines.triggers.cron')}
            aria-describedby={`${id}words`}
            aria-invalid={words === null || undefined}
            status={words === null ? 'error' : undefined}
            onChange={(event) => set({ kind: 'cron', cron: event.target.value })}
          />
        )}
      </div>
      {timer.kind === 'week' && (
        <Weekdays
          label={word('weekdays')}
          value={timer.days}
          disabled={disabled}
          onChange={(days) => set({ ...timer, days })}
        />
      )}
      {timer.kind === 'every' && <p className="rule-timer-note">{word('everyNote')}</p>}
      <div id={`${id}words`} role="status" className="rule-cron-words">
        {words === null && (
          <p>
            {timer.kind === 'cron'
              ? t('equipment:ruleEditor.noCron')
              : word(timer.kind === 'once' && value ? 'past' : 'wanting')}
          </p>
        )}
        {words && (
          <>
            <p>
              <strong>{timerText(t, timerOf(value)) ?? words.sentence}</strong> ·{' '}
              {t('equipment:ruleEditor.zone', { zone })}
            </p>
            <p>{word(timer.kind === 'once' ? 'nextOnce' : 'next')}</p>
            <ol>
              {words.next.map((at) => (
                <li key={at.getTime()}>{momentOf(at.toISOString(), zone).slice(0, 16)}</li>
              ))}
            </ol>
          </>
        )}
      </div>
    </div>
  )
}
