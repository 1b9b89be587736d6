import { useTranslation } from 'react-i18next'
import { batch } from '#contract/planting/batch.ts'
import { Margin } from './Margin.tsx'
import type { BatchFigures } from '#contract/planting/batch-calls.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { numberText } from '#src/kit/fields/number/number-text.ts'

interface CostsProps {
  costs: NonNullable<BatchFigures['costs']>
  income: number | null
  /** Flow meters book its water. */
  isMetered: boolean
  row: Row
}
/** What it cost, kind by kind, what that is per mu and per kilogram, and what is left. */
export function Costs({ costs, income, isMetered, row }: CostsProps) {
  const t = useLabels(batch)
  const { language } = useTranslation().i18n
  const money = (value: number) =>
    t('planting:figures.yuan', { amount: numberText(value, language, batch.fields.cost) })
  const total = costs.reduce((sum, { amount }) => sum + amount, 0)
  const most = Math.max(...costs.map(({ amount }) => Math.abs(amount)), 1)
  const per = (count: unknown) => (Number(count) > 0 ? money(total / Number(count)) : '–')
  return (
    <section className="batch-card" aria-label={t('planting:figures.costs')}>
      <h3>{t('planting:figures.costs')}</h3>
      {costs.length === 0 && <p className="batch-none">{t('planting:figures.noCosts')}</p>}
      {costs.length > 0 && (
        <>
          <dl className="batch-costs">
            {costs.map(({ kind, amount }) => (
              <div key={kind}>
                <dt>{t(`planting:facts.${kind}`)}</dt>
                <dd>
                  <i
                    aria-hidden="true"
                    data-kind={kind}
                    style={{ width: `${(Math.abs(amount) / most) * 100}%` }}
                  />
                  <span className="kit-number">{money(amount)}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="batch-per">
            {t('planting:figures.per', {
              mu: per(row.plantedArea),
              kilogram: per(row.realYield),
            })}
          </p>
        </>
      )}
      {isMetered && <p className="batch-per">{t('planting:figures.metered')}</p>}
      <Margin row={row} income={income} />
    </section>
  )
}
