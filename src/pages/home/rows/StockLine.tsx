import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { application } from '#contract/inventory/document.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { stockBalance, stockScreen } from '#contract/inventory/stock.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** Goods that run short or out of date; what is short is asked for from here. */
export default function StockLine({ item }: { item: Extract<WaitingItem, { kind: 'stock' }> }) {
  const { t, i18n } = useTranslation('home')
  const words = useLabels({ module: 'inventory' })
  const unitName = useUnitName()
  const navigate = useNavigate()
  const may = useGranted(application.permissions.create as string)
  const { balance } = item
  const { name, lot, quantity, minimum, expiresOn, warehouse, warning, alsoWarning } = balance
  const amount = (value: number) =>
    `${value.toLocaleString(i18n.language)} ${unitName(balance.unitName) ?? ''}`.trim()
  const isShort = warning === 'low' || warning === 'negative' || alsoWarning === 'low'
  const to = `${stockScreen.route}/record/${item.id}`
  const ask = () => {
    const quantityWanted = minimum !== null && minimum > quantity ? minimum - quantity : null
    void navigate(`${documentScreens.aplionform.route}/add`, {
      state: {
        begin: {
          warehouseId: balance.warehouseId,
          goods: [{ skuId: balance.skuId, ...(quantityWanted && { quantity: quantityWanted }) }],
        },
      },
    })
  }
  return (
    <WaitingLine
      kind="stock"
      tone={warning === 'expiring' ? 'quiet' : 'warn'}
      title={`${name} · ${t('waiting.left', { amount: amount(quantity) })}`}
      to={to}
      lead={[warning, ...(alsoWarning === 'low' ? [alsoWarning] : [])]
        .map((one) => optionLabel(words, stockBalance, 'warning', one))
        .join(' · ')}
      facts={[
        isShort && minimum !== null && t('waiting.minimum', { amount: amount(minimum) }),
        (warning === 'expired' || warning === 'expiring') &&
          expiresOn &&
          t('waiting.until', { day: expiresOn }),
        lot && t('waiting.lot', { lot }),
        warehouse,
      ]}
      at={null}
    >
      {isShort && may ? (
        <Button className="home-soft" aria-label={t('waiting.request', { name })} onClick={ask}>
          {t('waiting.do.request')}
        </Button>
      ) : (
        <Button aria-label={t('waiting.look', { name })} onClick={() => void navigate(to)}>
          {t('waiting.do.look')}
        </Button>
      )}
    </WaitingLine>
  )
}
