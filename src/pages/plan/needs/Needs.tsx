import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { application } from '#contract/inventory/document.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import {
  orderNeeds,
  planNeeds,
  type InputNeed,
  type PlanNeeds,
} from '#contract/plan/needs-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Machines } from './Machines.tsx'
import { SeedNeed } from './SeedNeed.tsx'
import { WeekTable } from './WeekTable.tsx'

const heads = ['input', 'total', 'stock', 'reserved', 'otherPlans', 'onTheWay', 'short']

/** What is still to come of a plan, week by week, against people and stock. */
export default function Needs({ row }: { row: Row }) {
  const t = useLabels(plan)
  const { data, error, refetch } = useCall(planNeeds, { id: row.id })
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={6} />
  return (
    <div className="plan-needs">
      <Inputs data={data} row={row} />
      <People data={data} />
      {data.machines.length > 0 && <Machines data={data} />}
      <SeedNeed ahead={data} />
      {data.weeks.length === 0 && (
        <EmptyState variant="noData" height={160}>
          {t('plan:needs.nothing')}
        </EmptyState>
      )}
    </div>
  )
}

function Inputs({ data, row }: { data: PlanNeeds; row: Row }) {
  const t = useLabels(plan)
  const mayOrder = useGranted(application.permissions.create as string) === true
  const [isAsked, setAsked] = useState(false)
  const short = data.inputs.filter((one) => (one.short ?? 0) > 0)
  return (
    <section className="plan-card" aria-label={t('plan:needs.inputs')}>
      <header>
        <h3>{t('plan:needs.inputs')}</h3>
        {mayOrder && short.length > 0 && (
          <Button type="primary" onClick={() => setAsked(true)}>
            {t('plan:needs.order', { count: short.length })}
          </Button>
        )}
      </header>
      {data.inputs.length === 0 ? (
        <p className="plan-quiet">{t('plan:needs.noInputs')}</p>
      ) : (
        <WeekTable label={t('plan:needs.inputs')} heads={heads} weeks={data.weeks}>
          {data.inputs.map((one) => (
            <InputRow key={one.skuId} one={one} />
          ))}
        </WeekTable>
      )}
      {isAsked && <OrderDialog row={row} short={short} onClose={() => setAsked(false)} />}
    </section>
  )
}

function InputRow({ one }: { one: InputNeed }) {
  const t = useLabels(plan)
  const unitName = useUnitName()
  return (
    <tr>
      <th scope="row">{one.name}</th>
      <td className="kit-number">{`${one.total} ${unitName(one.unitName)}`}</td>
      {[one.stock, one.reserved, one.others, one.ordered].map((quantity, at) => (
        <td key={at} className="kit-number">
          {quantity ?? '—'}
        </td>
      ))}
      <td className="kit-number" data-bad={(one.short ?? 0) > 0 || undefined}>
        {one.short ?? '—'}
        {one.shortFrom && <small>{t('plan:needs.shortFrom', { day: one.shortFrom })}</small>}
      </td>
      {one.weeks.map((quantity, at) => (
        <td key={at} className="kit-number">
          {quantity || ''}
        </td>
      ))}
    </tr>
  )
}

function People({ data }: { data: PlanNeeds }) {
  const t = useLabels(plan)
  return (
    <section className="plan-card" aria-label={t('plan:needs.people')}>
      <header>
        <h3>{t('plan:needs.people')}</h3>
        <small>{t('plan:needs.workers', { count: data.workers })}</small>
      </header>
      <ul className="plan-weeks">
        {data.weeks.map(({ from, hours, otherHours, capacity, people }) => {
          const all = hours + otherHours
          const most = Math.max(all, capacity, 1)
          const isOver = all > capacity || people > data.workers
          return (
            <li key={from} data-over={isOver || undefined}>
              <span className="kit-number">{from.slice(5)}</span>
              <span className="plan-load" aria-hidden="true">
                <i style={{ inlineSize: `${(hours / most) * 100}%` }} />
                <i data-other style={{ inlineSize: `${(otherHours / most) * 100}%` }} />
              </span>
              <span>
                {t('plan:needs.week', { hours, other: otherHours, capacity })}
                {' · '}
                {t('plan:needs.most', { count: people })}
                {isOver && <strong>{` ${t('plan:needs.over')}`}</strong>}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface OrderProps {
  row: Row
  short: readonly InputNeed[]
  onClose: () => void
}
/** Writes the application, and goes there: it is handed in by whoever wrote it. */
function OrderDialog({ row, short, onClose }: OrderProps) {
  const t = useLabels(plan)
  const navigate = useNavigate()
  const unitName = useUnitName()
  const [warehouseId, setWarehouse] = useState<unknown>(row.warehouseId ?? null)
  const { send, ...sending } = useCallMutation(orderNeeds, {
    said: t('plan:needs.ordered'),
    invalidates: [planNeeds],
    onDone: ({ documentId }) =>
      void navigate(`${documentScreens.aplionform.route}/info/${documentId}`),
  })
  return (
    <Dialog
      title={t('plan:needs.order', { count: short.length })}
      okText={t('plan:needs.orderGo')}
      sending={sending}
      isLacking={typeof warehouseId !== 'number'}
      onOk={() => send({ id: row.id, warehouseId: warehouseId as number })}
      onClose={onClose}
    >
      <FieldItem name="warehouseId" required label={t('plan:needs.into')}>
        {(id) => (
          <RefSelect
            id={id}
            to="warehouse"
            inUse
            value={warehouseId}
            chosen={[]}
            onChange={setWarehouse}
          />
        )}
      </FieldItem>
      <ul className="plan-moves">
        {short.map(({ skuId, name, short: quantity, unitName: unit }) => (
          <li key={skuId}>
            <b>{name}</b>
            <span className="kit-number">{`${quantity} ${unitName(unit)}`}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
