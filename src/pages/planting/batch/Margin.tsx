import { useTranslation } from 'react-i18next'
import { batch } from '#contract/planting/batch.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { numberText } from '#src/kit/fields/number/number-text.ts'

/** What it brought, and what is left of that; `income`: what was taken in, null where it is worked out. */
export function Margin({ row, income }: { row: Row; income: number | null }) {
  const t = useLabels(batch)
  const { language } = useTranslation().i18n
  const money = (value: number) =>
    t('planting:figures.yuan', { amount: numberText(value, language, batch.fields.cost) })
  const [revenue, margin] = [row.revenue, row.margin] as (number | null)[]
  if (revenue === null || revenue === undefined || margin === null || margin === undefined)
    return (
      <>
        <p className="batch-per">{t('planting:figures.noRevenue')}</p>
        <p className="batch-per">{t('planting:figures.soldByLot')}</p>
      </>
    )
  return (
    <dl className="batch-margin" data-tone={margin < 0 ? 'bad' : 'good'}>
      <dt>{t('planting:figures.margin')}</dt>
      <dd>
        <b className="kit-number">{money(margin)}</b>{' '}
        {revenue > 0 && (
          <small>
            {t('planting:figures.rate', { value: ((margin / revenue) * 100).toFixed(1) })}
          </small>
        )}
      </dd>
      <dd>
        {t('planting:figures.revenue', { amount: money(revenue) })}
        <small> {t(`planting:figures.${income === null ? 'byPrice' : 'byFacts'}`)}</small>
      </dd>
      <dd>
        <small>{t('planting:figures.soldByLot')}</small>
      </dd>
    </dl>
  )
}
