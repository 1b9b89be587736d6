import { Popover } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { stockLotScreen } from '#contract/inventory/lot.ts'
import { stockLimitScreen } from '#contract/inventory/stock-limit.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { decimalFace } from '#src/kit/fields/number/number.tsx'
import { isEmpty, type CellProps } from '#src/kit/fields/kind.ts'
import { fieldLabel, optionLabel } from '#src/kit/definition/label.ts'
import { ScreenLink } from '#src/kit/app/ScreenLink.tsx'
import { packsText } from '#src/features/inventory/packs.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { figure } from './figures.ts'
import './stock.css'

const CostWhy = lazy(() => import('./CostWhy.tsx'))
const tones = {
  fine: 'good',
  negative: 'bad',
  low: 'warn',
  high: 'warn',
  expiring: 'warn',
  expired: 'bad',
} as const

/** What lies there; opens the ledger of it. */
export function GoodsCell({ row }: CellProps) {
  const { screen } = useResource()
  return (
    <Link className="kit-link" to={`${screen.route}/record/${row.id}`}>
      {String(row.skuIdName ?? row.skuCode ?? '')}
    </Link>
  )
}

export function WarningCell({ row, entity }: CellProps) {
  const t = useLabels(entity)
  const { i18n } = useTranslation()
  const said = [row.warning, row.alsoWarning].filter((one) => one) as (keyof typeof tones)[]
  return said.map((warning) => {
    const bound = warning === 'low' ? row.minimum : warning === 'high' ? row.maximum : null
    return (
      <StatusTag key={warning} tone={tones[warning] ?? 'quiet'}>
        {optionLabel(t, entity, 'warning', warning)}
        {bound !== null && ` ${figure(bound, i18n.language)}`}
      </StatusTag>
    )
  })
}

/** What it is worth, where that is known: what nobody priced is not free. */
export function ValueCell(props: CellProps) {
  const Amount = decimalFace.Cell
  const isUnknown = isEmpty(props.row.average) && Number(props.row.quantity) !== 0
  return isUnknown ? <EmptyValue /> : <Amount {...props} />
}

/** A lot; opens its life in all warehouses. */
export function LotCell({ row }: CellProps) {
  const id = row.lotId ?? row.id
  return row.lot ? (
    <ScreenLink screen={stockLotScreen} to={`${stockLotScreen.route}/info/${Number(id)}`}>
      {String(row.lot)}
    </ScreenLink>
  ) : (
    <span>–</span>
  )
}

/** The unit, in the language of who reads. */
export function UnitCell({ row, name }: CellProps) {
  const unitName = useUnitName()
  return <span>{unitName(row[name]) || '–'}</span>
}

/** Behind a quantity: what it is in the further units. */
export function Packs({ packs }: { packs: unknown }) {
  const unitName = useUnitName()
  const { i18n } = useTranslation()
  const text = packsText(packs, unitName, i18n.language)
  return text && <small className="stock-packs"> ({text})</small>
}

/** How much lies there, and what that is in the further units. */
export function QuantityCell({ row, name }: CellProps) {
  const {
    i18n: { language },
  } = useTranslation()
  const t = useLabels({ module: 'inventory' })
  return (
    <span className="kit-number">
      {figure(row[name], language)}
      <Packs packs={row.packs} />
      {name === 'quantity' && Number(row.reserved) > 0 && (
        <small className="stock-packs">
          {' '}
          {t('inventory:reservedOf', { amount: figure(row.reserved, language) })}
        </small>
      )}
    </span>
  )
}

/** How much in the further units, on its own. */
export function PacksCell({ row, name }: CellProps) {
  const unitName = useUnitName()
  const {
    i18n: { language },
  } = useTranslation()
  return <span className="kit-number">{packsText(row[name], unitName, language) || '–'}</span>
}

/** How much should lie there; leads to where it is set. */
export function LimitCell({ row, name, entity }: CellProps) {
  const t = useLabels(entity)
  const { i18n } = useTranslation()
  const query = new URLSearchParams({
    warehouseId: String(row.warehouseId),
    skuId: String(row.skuId),
  })
  const text = figure(row[name], i18n.language)
  return (
    <ScreenLink
      screen={stockLimitScreen}
      className="kit-link kit-number stock-limit"
      label={`${fieldLabel(t, entity, name)} ${text}`}
      to={`${stockLimitScreen.route}?${query.toString()}`}
    >
      {text}
    </ScreenLink>
  )
}

/** The average cost; pointing at it shows the movements that made it. */
export function CostCell({ row }: CellProps) {
  const t = useLabels({ module: 'inventory' })
  const { i18n } = useTranslation()
  if (isEmpty(row.average)) return <span>{t('inventory:cost.unknown')}</span>
  const text = figure(row.average, i18n.language, { least: 4, most: 4 })
  return (
    <Popover
      trigger={['hover', 'focus']}
      mouseEnterDelay={0.3}
      destroyOnHidden
      title={t('inventory:cost.title')}
      content={
        <Suspense fallback={t('common:loading')}>
          <CostWhy row={row} />
        </Suspense>
      }
    >
      <button
        type="button"
        className="kit-link stock-cost"
        aria-label={`${t('inventory:cost.title')} ${text}`}
      >
        {text}
      </button>
    </Popover>
  )
}
