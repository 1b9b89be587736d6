import { useTranslation } from 'react-i18next'
import { stockMovement } from '#contract/inventory/stock.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { figure, yuan } from './figures.ts'
import { movements } from './movements.ts'

const shown = 6

/** How an average came about: value by quantity, and the last movements that made it. */
export default function CostWhy({ row }: { row: Row }) {
  const t = useLabels(stockMovement)
  const {
    i18n: { language },
  } = useTranslation()
  const { data, error } = useCall(movements, { balanceId: row.id, size: shown }, { staleTime: 0 })
  if (error) return <p role="alert">{sentenceOf(t, error).text}</p>
  const rows = data?.content ?? []
  return (
    <div className="stock-why" aria-busy={!data}>
      <p>
        {t('inventory:cost.formula', {
          value: yuan(row.value, language),
          quantity: figure(row.quantity, language),
          average: figure(row.average, language, { least: 2, most: 6 }),
        })}
      </p>
      <table>
        <thead>
          <tr>
            {['occurredOn', 'type', 'quantity', 'unitCost'].map((name) => (
              <th key={name}>{t(`inventory:stockMovement.fields.${name}`)}</th>
            ))}
            <th>{t('inventory:cost.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.id}>
              <td>
                {one.occurredOn}
                <small>{one.documentCode}</small>
              </td>
              <td>{optionLabel(t, stockMovement, 'type', String(one.type))}</td>
              <td>{figure(one.quantity, language)}</td>
              <td>{figure(one.unitCost, language, { least: 2, most: 6 })}</td>
              <td>
                {Number(one.balanceQuantity) > 0
                  ? figure(Number(one.balanceValue) / Number(one.balanceQuantity), language, {
                      least: 2,
                      most: 4,
                    })
                  : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
