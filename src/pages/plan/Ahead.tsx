import { Alert } from 'antd'
import { planAhead } from '#contract/plan/plan-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { FormFooterProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import './plan.css'

/** What a plan that is being written down would be made of, before it is. */
export default function Ahead({ value, kind }: FormFooterProps) {
  const t = useLabels(plan)
  const unitName = useUnitName()
  const { batchId, packageId } = value as { batchId?: number | null; packageId?: number | null }
  const { data, error } = useCall(
    planAhead,
    kind === 'create' && batchId && packageId ? { batchId, packageId } : null,
    { retry: false },
  )
  if (kind !== 'create') return null
  if (!packageId) return <p className="plan-quiet">{t('plan:ahead.byHand')}</p>
  if (error) return <Alert type="error" showIcon message={sentenceOf(t, error).text} />
  if (!data) return null
  return (
    <section className="plan-ahead" aria-live="polite" aria-label={t('plan:ahead.title')}>
      <h3>{t('plan:ahead.title')}</h3>
      {data.otherCrop && (
        <Alert
          type="warning"
          showIcon
          message={t('plan:ahead.otherCrop', { crop: data.otherCrop })}
        />
      )}
      <p>
        {t('plan:ahead.from', { day: data.plantedOn })}
        {data.area === null
          ? ` ${t('plan:ahead.noArea')}`
          : ` ${t('plan:ahead.area', { area: data.area })}`}
      </p>
      <ol>
        {data.items.map((item) => (
          <li key={item.no}>
            <b>{item.title}</b>
            <span className="kit-number">{`${item.startsOn} – ${item.endsOn}`}</span>
            <small>
              {[
                item.by === 'heat' && t('plan:ahead.heat'),
                item.plannedHours !== null && `${item.plannedHours} ${t('common:units.hour')}`,
                ...item.materials.map(
                  ({ name, quantity, unitName: unit }) => `${name} ${quantity} ${unitName(unit)}`,
                ),
                ...item.machines.map(
                  ({ name, hours }) => `${name} ${hours} ${t('common:units.hour')}`,
                ),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}
