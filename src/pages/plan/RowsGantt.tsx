import { useMemo } from 'react'
import type { ChartItem } from '#contract/plan/plan-calls.ts'
import { planItemStates } from '#contract/plan/plan-item.ts'
import { plan, planStates } from '#contract/plan/plan.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import { fieldLabel, optionLabel } from '#src/kit/definition/label.ts'
import type { CardViewProps, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useOpened } from '#src/kit/record/use-opened.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import Gantt from './gantt/Gantt.tsx'
import { ScalePick } from './gantt/ScalePick.tsx'
import { useScale } from './gantt/use-scale.ts'
import './plan.css'

/** Where a plan stands, as an item would. */
const stateOf: Readonly<Record<number, ChartItem['state']>> = {
  [planStates.draft]: planItemStates.waiting,
  [planStates.active]: planItemStates.inProgress,
  [planStates.closed]: planItemStates.done,
}
const wordOf = {
  [planItemStates.waiting]: 'draft',
  [planItemStates.released]: 'active',
  [planItemStates.inProgress]: 'active',
  [planItemStates.done]: 'closed',
} as const
const isPlan = ({ entity }: CardViewProps['resource']) => entity.name === plan.name
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** A row of the list as a bar: nothing waits for another here, and nothing is moved. */
function barOf(row: Row, ofPlan: boolean): ChartItem {
  return {
    id: row.id,
    objectVersionNumber: row.objectVersionNumber ?? 0,
    title: String(ofPlan ? row.planName : row.title),
    taskTypeName: '',
    state: ofPlan ? stateOf[Number(row.state)]! : (row.state as ChartItem['state']),
    startsOn: String(row.startsOn),
    endsOn: String(row.endsOn),
    afterIds: [],
    lagDays: 0,
    progress: Number(row.progress ?? 0),
    lateFlag: row.lateFlag === 1 ? 1 : 0,
    baselineStartsOn: textOf(row.baselineStartsOn),
    baselineEndsOn: textOf(row.baselineEndsOn),
    slipDays: typeof row.slipDays === 'number' ? row.slipDays : null,
    leaderId: typeof row.leaderId === 'number' ? row.leaderId : null,
    leaderName: textOf(row.leaderIdName),
    people: null,
    plannedHours: null,
    taskId: null,
    slack: 1,
    locks: [],
  }
}

/** What a list of plans, or of their items, finds, on one line of time. */
export default function RowsGantt({ resource, rows }: CardViewProps) {
  const t = useLabels(plan)
  const today = useToday()
  const [scale, setScale] = useScale('month')
  const { show } = useOpened(resource)
  const ofPlan = isPlan(resource)
  const items = useMemo(
    () =>
      rows
        .filter(({ startsOn }) => startsOn)
        .map((row) => barOf(row, ofPlan))
        .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1)),
    [rows, ofPlan],
  )
  const stateWord = (state: ChartItem['state']) => optionLabel(t, plan, 'state', wordOf[state])
  if (items.length === 0)
    return (
      <EmptyState variant="noData" height={320}>
        <p>{t('plan:undated')}</p>
      </EmptyState>
    )
  return (
    <div className="plan">
      <div className="plan-tools">
        <ScalePick value={scale} onChange={setScale} />
      </div>
      <Gantt
        chart={{ today, items }}
        scale={scale}
        mayMove={false}
        wanted={[]}
        {...(ofPlan && { stateWord, heading: fieldLabel(t, plan, 'planName') })}
        onOpen={(id) => show('show', id)}
      />
    </div>
  )
}
