import { useTranslation } from 'react-i18next'
import { batch } from '#contract/planting/batch.ts'
import { mostSales, type BatchSale } from '#contract/planting/batch-calls.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { numberText } from '#src/kit/fields/number/number-text.ts'

const heads = ['day', 'goods', 'quantity', 'price', 'amount'] as const

/** What was sold of it, to whom and at what price: what its income is made of. */
export function Sales({ sales }: { sales: readonly BatchSale[] }) {
  const t = useLabels(batch)
  const { language } = useTranslation().i18n
  const money = (value: number | null) =>
    value === null ? '–' : numberText(value, language, batch.fields.cost)
  if (sales.length === 0) return null
  const sum = sales.reduce((all, { amount }) => all + Math.round(amount * 100), 0) / 100
  return (
    <section className="batch-card" aria-label={t('planting:sales.title')}>
      <h3>{t('planting:sales.title')}</h3>
      <div
        className="batch-sales"
        tabIndex={0}
        role="region"
        aria-label={t('planting:sales.title')}
      >
        <table>
          <thead>
            <tr>
              {heads.map((name) => (
                <th key={name} scope="col">
                  {t(`planting:sales.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sales.map(({ id, day, title, documentCode, quantity, unitName, price, amount }) => (
              <tr key={id}>
                <td className="kit-number">{day}</td>
                <td>
                  {title}
                  {documentCode && <small className="kit-number"> {documentCode}</small>}
                </td>
                <td className="kit-number">
                  {quantity === null ? '–' : `${quantity} ${unitName ?? ''}`.trim()}
                </td>
                <td className="kit-number">{money(price)}</td>
                <td className="kit-number">{money(amount)}</td>
              </tr>
            ))}
          </tbody>
          {sales.length < mostSales && (
            <tfoot>
              <tr>
                <th colSpan={4} scope="row">
                  {t('planting:sales.sum')}
                </th>
                <td className="kit-number">{money(sum)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </section>
  )
}
