import { useAddressed } from '#src/kit/record/use-addressed.tsx'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { isTestOld } from '#contract/inventory/germination.ts'
import { stockLot } from '#contract/inventory/lot.ts'
import { lotPlaces } from '#contract/inventory/stock-calls.ts'
import { stockBalance, stockScreen } from '#contract/inventory/stock.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { fieldLabel, optionLabel } from '#src/kit/definition/label.ts'
import RecordHistory from '#src/kit/record/RecordHistory.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { ScreenLink } from '#src/kit/app/ScreenLink.tsx'
import { quantityText } from '#src/features/inventory/packs.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { figure, yuan } from './figures.ts'
import { Ledger } from './Ledger.tsx'
import { LifePage, type Fact } from './LifePage.tsx'
import { movements } from './movements.ts'
import './stock.css'

const none: readonly string[] = []

/**
 * One lot from its first receipt to its last bag: where it lies, what came and went everywhere, who
 * corrected its day.
 */
export default function LotPage() {
  const { id, row, standIn } = useAddressed()
  if (id === null || !row) return standIn
  return <Lot key={id} row={row} />
}

function Lot({ row }: { row: Row }) {
  const t = useLabels(stockLot)
  const {
    i18n: { language },
  } = useTranslation()
  const unitName = useUnitName()
  const today = useToday()
  const asked = { lotId: row.id }
  const list = useCallList(movements, none, () => asked)
  const { data } = useCall(lotPlaces, { id: row.id }, { retry: false })
  const title = `${String(row.skuIdName ?? row.skuCode)} · ${String(row.lot)}`
  const facts: Fact[] = [
    ['lot', String(row.lot)],
    ['expiresOn', row.expiresOn ? String(row.expiresOn) : '–'],
    ['germination', typeof row.germination === 'number' ? `${row.germination} %` : null],
    ['testedOn', row.testedOn ? String(row.testedOn) : null],
    ['sampleSize', typeof row.sampleSize === 'number' ? figure(row.sampleSize, language) : null],
    ['skuCode', row.skuCode ? String(row.skuCode) : null],
    ['type', optionLabel(t, stockLot, 'type', String(row.type))],
    ['quantity', quantityText(row.quantity, row.unitName, row.packs, unitName, language)],
  ]
  const hint = isTestOld(row.testedOn, today)
    ? t('inventory:lot.testOld')
    : typeof row.germination === 'number' && !row.testedOn
      ? t('inventory:lot.testUndated')
      : null
  return (
    <LifePage entity={stockLot} title={title} facts={facts}>
      {hint && <Alert type="warning" showIcon message={hint} />}
      {data && data.length > 0 && (
        <ul className="stock-places" aria-label={t('inventory:lot.places')}>
          {(data as readonly Row[]).map((one) => (
            <li key={one.id}>
              <ScreenLink screen={stockScreen} to={`${stockScreen.route}/record/${one.id}`}>
                {String(one.warehouseIdName)}
              </ScreenLink>
              <strong className="kit-number">
                {quantityText(one.quantity, one.unitName, one.packs, unitName, language)}
              </strong>
              {'value' in one && (
                <span className="kit-number">
                  {t('inventory:report.yuan', { value: yuan(one.value, language) })}
                </span>
              )}
              {Number(one.inTransit) > 0 && (
                <small>
                  {fieldLabel(t, stockBalance, 'inTransit')} {figure(one.inTransit, language)}
                </small>
              )}
            </li>
          ))}
        </ul>
      )}
      <Ledger
        list={list}
        asked={asked}
        title={`${t('inventory:report.tabs.ledger')} · ${title}`}
        note={title}
      />
      <RecordHistory entity={stockLot} id={row.id} version={row.objectVersionNumber} />
    </LifePage>
  )
}
