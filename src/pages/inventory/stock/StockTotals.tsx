import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { inputStockTotals, stockTotals } from '#contract/inventory/stock-calls.ts'
import { inputStock } from '#contract/inventory/stock.ts'
import { useAnswer } from '#src/kit/calls/use-call.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import type { ListFooterProps } from '#src/kit/definition/resource.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { yuan } from './figures.ts'
import './stock.css'

/** So many units are named; a farm that counts in more reads the rest in the report. */
const mostUnits = 8

/** What the whole list adds up to, over all its pages: by unit, and in money for who is told it. */
export default function StockTotals({ query, at }: ListFooterProps) {
  const { entity } = useResource()
  const t = useLabels(entity)
  const {
    i18n: { language },
  } = useTranslation()
  const unitName = useUnitName()
  const asked = entity.name === inputStock.name ? inputStockTotals : stockTotals
  const { data } = useAnswer(asked, { ...query, at }, (ask) => ask(asked, query), {
    placeholderData: keepPreviousData,
  })
  if (!data) return <p className="kit-list-foot" aria-busy />
  const number = (value: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value)
  const money = (value: number) => `${yuan(value, language)} ${t('common:units.yuan')}`
  const more = data.units.length - mostUnits
  return (
    <p className="kit-list-foot" role="status">
      <strong>{t('inventory:stockTotals.title', { count: data.count })}</strong>
      {data.units.slice(0, mostUnits).map((one) => (
        <span key={one.unitName ?? ''} className="kit-number">
          {number(one.quantity)} {unitName(one.unitName)}
        </span>
      ))}
      {more > 0 && <span>{t('inventory:stockTotals.more', { count: more })}</span>}
      {data.value !== undefined && (
        <span className="kit-number">
          {t('inventory:stockTotals.value', { value: money(data.value) })}
        </span>
      )}
      {!!data.inTransitValue && (
        <span className="kit-number">
          {t('inventory:stockTotals.inTransit', { value: money(data.inTransitValue) })}
        </span>
      )}
    </p>
  )
}
