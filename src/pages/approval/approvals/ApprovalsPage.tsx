import { Badge, Button, Tabs } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { approvableCodes, pageOfRecord } from '#contract/approval/forms.ts'
import {
  approvalCount,
  approvalTasks,
  mySubmissions,
  taskTypes,
  type TaskRow,
  type TaskType,
} from '#contract/approval/task-calls.ts'
import { caseTimeline } from '#contract/approval/case-calls.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { filterItems } from '#src/ui/filter-items.tsx'
import { ApprovalRows } from './ApprovalRows.tsx'
import { Delegation } from './Delegation.tsx'
import './approvals.css'

const CaseDrawer = lazy(() => import('./CaseDrawer.tsx'))
const DecisionDialog = lazy(() => import('#src/features/approval/DecisionDialog.tsx'))
const BatchDialog = lazy(() => import('./BatchDialog.tsx'))

const filterNames = ['tab', 'id', 'state', 'formCode', 'q'] as const
type Texts = Readonly<Record<string, string>>
const tabOf = (filters: Texts): TaskType =>
  (taskTypes as readonly string[]).includes(filters.tab ?? '')
    ? (filters.tab as TaskType)
    : 'approval'
/** Which tab and which case is open are part of the address; what waits comes first in one's own tab. */
const asked = (filters: Texts) => {
  const { formCode, q, state } = filters
  const tab = tabOf(filters)
  return {
    formCode,
    q,
    ...(tab === 'user_edit'
      ? { processState: state }
      : { taskType: tab, taskState: tab === 'approval' ? (state ?? '1') : undefined }),
  }
}

/** What waits for me, what I handed in, what I was copied on. */
export default function ApprovalsPage() {
  const t = useLabels({ module: 'approval' })
  const navigate = useNavigate()
  const [isMine, setMine] = useState(
    () => new URLSearchParams(location.search).get('tab') === 'user_edit',
  )
  const list = useCallList(
    isMine ? (mySubmissions as unknown as typeof approvalTasks) : approvalTasks,
    filterNames,
    asked,
  )
  const { filters } = list.place
  const tab = tabOf(filters)
  if (isMine !== (tab === 'user_edit')) setMine(tab === 'user_edit')
  const count = useCall(approvalCount, {})
  const [draft, setDraft] = useState<Texts>(filters)
  const [picked, setPicked] = useState<readonly TaskRow[]>([])
  const [deciding, setDeciding] = useState<{ row: TaskRow; action: 'approve' | 'reject' }>()
  const [isBatch, setBatch] = useState(false)
  const look = () => {
    void list.query.refetch()
    for (const asked of [approvalCount, caseTimeline]) void invalidateCall(asked)
  }
  const move = (next: Texts) => {
    setPicked([])
    setDraft(next)
    list.move({ page: 1, filters: next })
  }
  const field = filterItems('approval', draft, (name, value) =>
    setDraft({ ...draft, [name]: value ?? '' }),
  )
  const open = (id: number | null) =>
    list.move({
      filters: {
        ...Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'id')),
        ...(id !== null && { id: String(id) }),
      },
    })
  // After a decision the list begins anew (docs/specification.md 8.4).
  const decided = () => {
    setDeciding(undefined)
    setBatch(false)
    setPicked([])
    list.move({
      page: 1,
      filters: Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'id')),
    })
    look()
  }
  const view = ({ formCode, thirdId }: Pick<TaskRow, 'formCode' | 'thirdId'>) => {
    const page = pageOfRecord(formCode, thirdId)
    if (page) void navigate(page, { replace: true })
  }
  const counts = {
    user_edit: 0,
    approval: count.data?.approval ?? 0,
    carbon_copy: count.data?.carbonCopy ?? 0,
  }
  const states = tab === 'user_edit' ? ['1', '2', '3', '4'] : ['1', '2', '3']
  const words = tab === 'user_edit' ? 'processStates' : 'taskStates'
  return (
    <div className="approvals">
      <Tabs
        activeKey={tab}
        onChange={(key) => move({ tab: key })}
        items={(['approval', 'user_edit', 'carbon_copy'] as const).map((key) => ({
          key,
          label: (
            <Badge count={counts[key]} size="small" offset={[10, 0]}>
              {t(`approval:tabs.${key}`)}
            </Badge>
          ),
        }))}
      />
      {tab === 'approval' && <Delegation onMoved={look} />}
      <FilterBar
        label={t('kit:list.searchFor', { name: t('menus:screens.approvals') })}
        isBusy={list.query.isFetching && !list.query.isLoading}
        items={[
          ...(tab === 'carbon_copy'
            ? []
            : [
                field.choice(
                  'state',
                  t('approval:columns.state'),
                  states.map((value) => ({ value, label: t(`approval:${words}.${value}`) })),
                  {
                    otherwise: tab === 'approval' ? '1' : undefined,
                    isRequired: tab !== 'user_edit',
                  },
                ),
              ]),
          field.choice(
            'formCode',
            t('approval:columns.form'),
            Object.values(approvableCodes).map((value) => ({
              value,
              label: t(`approval:forms.${value}`),
            })),
          ),
          field.text('q', t('approval:search')),
        ]}
        onSearch={() => move({ ...draft, id: '' })}
        onReset={() => move({ tab })}
      />
      {picked.length > 0 && (
        <div className="approval-picked" role="status">
          <span>{t('approval:picked', { count: picked.length })}</span>
          <Button type="primary" onClick={() => setBatch(true)}>
            {t('approval:batch')}
          </Button>
          <Button type="text" onClick={() => setPicked([])}>
            {t('approval:unpick')}
          </Button>
        </div>
      )}
      <ApprovalRows
        list={list}
        tab={tab}
        picked={picked}
        onPick={setPicked}
        onOpen={(row) => open(row.processId)}
        onView={view}
        onDecide={(row, action) => setDeciding({ row, action })}
      />
      {filters.id && (
        <Suspense>
          <CaseDrawer
            key={filters.id}
            id={Number(filters.id)}
            tab={tab}
            onClose={() => open(null)}
            onView={view}
            onDecided={decided}
            onChanged={look}
          />
        </Suspense>
      )}
      {deciding && (
        <Suspense>
          <DecisionDialog
            taskId={deciding.row.id}
            title={deciding.row.title}
            action={deciding.action}
            onClose={(isDone) => (isDone ? decided() : setDeciding(undefined))}
          />
        </Suspense>
      )}
      {isBatch && (
        <Suspense>
          <BatchDialog rows={picked} onClose={(isDone) => (isDone ? decided() : setBatch(false))} />
        </Suspense>
      )}
    </div>
  )
}
