import { useAddressed } from '#src/kit/record/use-addressed.tsx'
import { Button } from 'antd'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { planChart } from '#contract/plan/plan-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { entityLabel, fieldLabel } from '#src/kit/definition/label.ts'
import { useRecordName } from '#src/kit/definition/page-name.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isEmpty } from '#src/kit/fields/kind.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { addressLeft } from '#src/kit/list/location/return-state.ts'
import { RecordActions } from '#src/kit/record/RecordActions.tsx'
import { PlanBody } from './PlanBody.tsx'
import { Planting } from './Planting.tsx'
import './plan.css'

const facts = [
  'batchId',
  'areaId',
  'startsOn',
  'endsOn',
  'progress',
  'doneItems',
  'lateItems',
  'slipDays',
  'leaderId',
  'packageId',
] as const

/** One plan: how far it is, its items as a list or on a line of time, and what it needs. */
export default function PlanPage() {
  const resource = useResource()
  const t = useLabels(plan)
  const { id, row, refetch, standIn } = useAddressed()
  const chart = useCall(planChart, id === null ? null : { id })
  useRecordName(plan, row, true)
  const { refetch: redraw } = chart
  const refresh = useCallback(() => Promise.all([refetch(), redraw()]), [refetch, redraw])
  if (id === null || !row) return standIn
  if (chart.error) return <LoadFailed error={chart.error} onRetry={() => void chart.refetch()} />
  if (!chart.data) return <ListSkeleton rows={8} />
  return (
    <section
      className="kit-page plan"
      aria-label={`${entityLabel(t, plan)} ${String(row.planName)}`}
    >
      <Head resource={resource} row={row} />
      {row.movedDays != null && <Planting row={row} onChanged={refresh} />}
      <dl className="plan-facts">
        {facts
          .filter((name) => !isEmpty(row[name]))
          .map((name) => (
            <div key={name} data-bad={isBad(name, row) || undefined}>
              <dt>{fieldLabel(t, plan, name)}</dt>
              <dd>
                <FieldCell resource={resource} name={name} row={row} />
                {name === 'doneItems' && ` / ${String(row.items)}`}
              </dd>
            </div>
          ))}
      </dl>
      <PlanBody row={row} chart={chart.data} onChanged={refresh} />
    </section>
  )
}
const isBad = (name: string, row: Row) =>
  (name === 'lateItems' || name === 'slipDays') && Number(row[name]) > 0

function Head({ resource, row }: { resource: AnyResource; row: Row }) {
  const t = useLabels(plan)
  const navigate = useNavigate()
  const { route } = resource.screen
  const back = () => void navigate({ pathname: route, search: addressLeft(route) })
  return (
    <header className="plan-head">
      <Button onClick={back}>{t('common:buttons.back')}</Button>
      <h2>{String(row.planName)}</h2>
      <FieldCell resource={resource} name="state" row={row} />
      <div className="plan-actions">
        <RecordActions resource={resource} row={row} onDeleted={back} />
      </div>
    </header>
  )
}
