import type { ActiveSpan } from '#contract/automation/active-hours.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './rules.css'

/** When a rule is in force, span by span. */
export function HoursCell({ name, row }: CellProps) {
  const t = useLabels({ module: 'equipment' })
  const spans = (row[name] ?? []) as ActiveSpan[]
  if (spans.length === 0) return <>{t('equipment:activeHours.always')}</>
  const daysOf = (days: string | null | undefined) =>
    days
      ? [...days]
          .map((day) => t(`equipment:strategies.weekdays.${day}`))
          .join(t('equipment:timer.comma'))
      : t('equipment:strategies.everyDay')
  return (
    <ul className="rule-list">
      {spans.map(({ days, from, to }, at) => (
        <li key={at}>
          {daysOf(days)} {from}–{to}
        </li>
      ))}
    </ul>
  )
}
