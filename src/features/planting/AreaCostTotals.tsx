import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { areaCost, areaCostTotals } from '#contract/planting/area-cost.ts'
import { useAnswer } from '#src/kit/calls/use-call.ts'
import type { ListFooterProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { numberText } from '#src/kit/fields/number/number-text.ts'

/** What the whole list of costs adds up to, over all its pages. */
export default function AreaCostTotals({ query, at }: ListFooterProps) {
  const t = useLabels(areaCost)
  const { language } = useTranslation().i18n
  const { data } = useAnswer(
    areaCostTotals,
    { ...query, at },
    (ask) => ask(areaCostTotals, query),
    { placeholderData: keepPreviousData },
  )
  if (!data) return <p className="kit-list-foot" aria-busy />
  return (
    <p className="kit-list-foot" role="status">
      <strong>{t('planting:areaCost.total', { count: data.count })}</strong>
      {data.amount !== undefined && (
        <span className="kit-number">
          {numberText(data.amount, language, areaCost.fields.amount)} {t('common:units.yuan')}
        </span>
      )}
    </p>
  )
}
