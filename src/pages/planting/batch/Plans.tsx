import { Link } from 'react-router'
import { batchPlan } from '#contract/planting/batch-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

/** What is planned for a batch; nothing where nobody has planned, or the reader may not see it. */
export function Plans({ id }: { id: number }) {
  const t = useLabels({ module: 'planting' })
  const { data } = useCall(batchPlan, { batchId: id })
  const plans = data?.[0]?.plans ?? []
  if (plans.length === 0) return null
  return (
    <section className="batch-card" aria-label={t('planting:figures.plans')}>
      <h3>{t('planting:figures.plans')}</h3>
      <ul className="batch-plots">
        {plans.map(({ id: plan, title, startsOn, endsOn, lateFlag, path }) => (
          <li key={plan}>
            <Link to={path}>{title}</Link>{' '}
            {startsOn && <small className="kit-number">{`${startsOn} – ${endsOn}`}</small>}{' '}
            {lateFlag === 1 && <StatusTag tone="bad">{t('planting:figures.late')}</StatusTag>}
          </li>
        ))}
      </ul>
    </section>
  )
}
