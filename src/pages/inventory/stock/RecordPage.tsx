import { useTranslation } from 'react-i18next'
import type { Entity } from '#contract/entity.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { useAddressed } from '#src/kit/record/use-addressed.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { quantityText } from '#src/features/inventory/packs.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { figure, yuan } from './figures.ts'
import { Ledger } from './Ledger.tsx'
import { LifePage, type Fact } from './LifePage.tsx'
import { movements } from './movements.ts'
import { CostCell, WarningCell } from './StockCells.tsx'

const none: readonly string[] = []

/** The ledger of what lies in one place: what it is now, and how it came to be so. */
export default function RecordPage() {
  const { entity }: { entity: Entity } = useResource()
  const { id, row, standIn } = useAddressed()
  if (id === null || !row) return standIn
  return <Balance key={id} entity={entity} row={row} />
}

function Balance({ entity, row }: { entity: Entity; row: Row }) {
  const t = useLabels(entity)
  const {
    i18n: { language },
  } = useTranslation()
  const unitName = useUnitName()
  const asked = { balanceId: row.id }
  const list = useCallList(movements, none, () => asked)
  const title = String(row.skuIdName ?? row.skuCode)
  const cell = (name: string) => ({ entity, name, row, field: entity.fields[name]! })
  const facts: Fact[] = [
    ['warehouseId', String(row.warehouseIdName ?? '')],
    ['lot', row.lot ? String(row.lot) : null],
    ['expiresOn', row.expiresOn ? String(row.expiresOn) : null],
    [
      'quantity',
      <strong key="q" className="kit-number">
        {quantityText(row.quantity, row.unitName, row.packs, unitName, language)}
      </strong>,
    ],
    ['inTransit', Number(row.inTransit) ? figure(row.inTransit, language) : null],
    ['average', 'average' in row ? <CostCell key="a" {...cell('average')} /> : null],
    ['value', 'value' in row ? yuan(row.value, language) : null],
    ['warning', <WarningCell key="w" {...cell('warning')} />],
  ]
  return (
    <LifePage entity={entity} title={title} facts={facts}>
      <Ledger
        isOne
        list={list}
        asked={asked}
        title={`${t('inventory:report.tabs.ledger')} · ${title}`}
        note={[row.warehouseIdName, row.lot].filter(Boolean).join(' · ')}
      />
    </LifePage>
  )
}
