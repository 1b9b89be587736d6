import type { MachineNeed, PlanNeeds } from '#contract/plan/needs-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** What machines still have to do, by kind and week, against the machines that there are. */
export function Machines({ data }: { data: PlanNeeds }) {
  const t = useLabels(plan)
  return (
    <section className="plan-card" aria-label={t('plan:needs.machines')}>
      <header>
        <h3>{t('plan:needs.machines')}</h3>
        <small>{t('plan:needs.machinesNote')}</small>
      </header>
      <div className="plan-wide" tabIndex={0} role="region" aria-label={t('plan:needs.machines')}>
        <table>
          <thead>
            <tr>
              {(['machine', 'total', 'have', 'perWeek'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`plan:needs.${name}`)}
                </th>
              ))}
              {data.weeks.map(({ from }) => (
                <th key={from} scope="col" className="kit-number">
                  {from.slice(5)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.machines.map((one) => (
              <Kind key={one.machineKindId} one={one} />
            ))}
          </tbody>
        </table>
      </div>
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
