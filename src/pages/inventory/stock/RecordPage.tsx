import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import type { Entity } from '#contract/entity.ts'
import { recordCall } from '#src/kit/calls/records.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { addressLeft } from '#src/kit/list/location/return-state.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { NotFound } from '#src/kit/app/NotFound.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { quantityText } from '#src/features/inventory/packs.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { figure, yuan } from './figures.ts'
import { Ledger } from './Ledger.tsx'
import { movements } from './movements.ts'
import { CostCell, WarningCell } from './StockCells.tsx'

const none: readonly string[] = []

/** The ledger of what lies in one place: what it is now, and how it came to be so. */
export default function RecordPage() {
  const { entity }: { entity: Entity } = useResource()
  const id = Number(useParams().id)
  const isId = Number.isSafeInteger(id) && id > 0
  const { data, error, refetch } = useCall(recordCall<Row>(entity), isId ? { id } : null)
  if (!isId) return <NotFound />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={8} />
  return <Balance key={id} entity={entity} row={data} />
}

function Balance({ entity, row }: { entity: Entity; row: Row }) {
  const t = useLabels(entity)
  const {
    i18n: { language },
  } = useTranslation()
  const { screen } = useResource()
  const unitName = useUnitName()
  const navigate = useNavigate()
  const asked = { balanceId: row.id }
  const list = useCallList(movements, none, () => asked)
  const title = String(row.skuIdName ?? row.skuCode)
  const cell = (name: string) => ({ entity, name, row, field: entity.fields[name]! })
  const facts: [string, React.ReactNode][] = [
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
    <section className="kit-page stock-record" aria-label={title}>
      <header>
        <Button
          className="kit-back"
          onClick={() =>
            void navigate({ pathname: screen.route, search: addressLeft(screen.route) })
          }
        >
          {t('common:buttons.back')}
        </Button>
        <h2>{title}</h2>
      </header>
      <dl className="stock-facts">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{fieldLabel(t, entity, name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Ledger
        isOne
        list={list}
        asked={asked}
        title={`${t('inventory:report.tabs.ledger')} · ${title}`}
        note={[row.warehouseIdName, row.lot].filter(Boolean).join(' · ')}
      />
    </section>
  )
}
