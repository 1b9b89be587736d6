import type { MachineNeed, PlanNeeds } from '#contract/plan/needs-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { WeekTable } from './WeekTable.tsx'

const heads = ['machine', 'total', 'have', 'perWeek']

/** What machines still have to do, by kind and week, against the machines that there are. */
export function Machines({ data }: { data: PlanNeeds }) {
  const t = useLabels(plan)
  return (
    <section className="plan-card" aria-label={t('plan:needs.machines')}>
      <header>
        <h3>{t('plan:needs.machines')}</h3>
        <small>{t('plan:needs.machinesNote')}</small>
      </header>
      <WeekTable label={t('plan:needs.machines')} heads={heads} weeks={data.weeks}>
        {data.machines.map((one) => (
          <Kind key={one.machineKindId} one={one} />
        ))}
      </WeekTable>
    </section>
  )
}

function Kind({ one }: { one: MachineNeed }) {
  const t = useLabels(plan)
  const hour = t('common:units.hour')
  return (
    <tr>
      <th scope="row">{one.name}</th>
      <td className="kit-number">{`${one.hours} ${hour}`}</td>
      <td className="kit-number">{one.machines}</td>
      <td className="kit-number">{`${one.weeks[0]?.capacity ?? 0} ${hour}`}</td>
      {one.weeks.map(({ hours, otherHours, capacity }, at) => {
        const isOver = hours > 0 && hours + otherHours > capacity
        return (
          <td key={at} className="kit-number" data-bad={isOver || undefined}>
            {hours || ''}
            {hours > 0 && otherHours > 0 && (
              <small>{t('plan:needs.others', { hours: otherHours })}</small>
            )}
            {isOver && <small>{t('plan:needs.tooFew')}</small>}
          </td>
        )
      })}
    </tr>
  )
}
