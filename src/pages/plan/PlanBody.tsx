import { PlusOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { PlanChart } from '#contract/plan/plan-calls.ts'
import { planItem, planItemStates } from '#contract/plan/plan-item.ts'
import { plan, planStates } from '#contract/plan/plan.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useResource, useResourceNamed } from '#src/kit/definition/definition-context.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { readOpened, withOpened, type Opened } from '#src/kit/record/use-opened.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { ScalePick } from './gantt/ScalePick.tsx'
import { useScale } from './gantt/use-scale.ts'
import { ItemList } from './ItemList.tsx'
import { useMoves } from './use-moves.ts'

const Gantt = lazy(() => import('./gantt/Gantt.tsx'))
const GanttPaper = lazy(() => import('./gantt/GanttPaper.tsx'))
const Needs = lazy(() => import('./needs/Needs.tsx'))
const ReleaseDialog = lazy(() => import('./ReleaseDialog.tsx'))
const RecordDrawer = lazy(() => import('#src/kit/record/RecordDrawer.tsx'))
const views = ['list', 'gantt', 'needs'] as const
type View = (typeof views)[number]

interface Props {
  row: Row
  chart: PlanChart
  onChanged: () => Promise<unknown>
}

/** How it is looked at stands in the address: a list first on a phone, a line of time elsewhere. */
function useView() {
  const [query, setQuery] = useSearchParams()
  const isNarrow = useNarrow()
  const view: View = views.find((one) => one === query.get('view')) ?? (isNarrow ? 'list' : 'gantt')
  const set = (name: string, value: string) =>
    setQuery(
      (now) => {
        now.set(name, value)
        return now
      },
      { replace: true },
    )
  return { view, set }
}
/** An item over the plan: `?open=edit&id=3`. */
function useItem() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const open = (opened: Opened | null) =>
    void navigate({ pathname, search: withOpened(search, opened) })
  return { opened: readOpened(search), open }
}

/** A plan's items, and what is done with them. */
export function PlanBody({ row, chart, onChanged }: Props) {
  const t = useLabels(plan)
  const resource = useResource()
  const may = usePermissions(resource, ['edit', 'release']) ?? {}
  const { view, set } = useView()
  const [scale, setScale] = useScale('day')
  const { opened, open } = useItem()
  const [asked, setAsked] = useState<readonly number[]>()
  const [isPrinting, setPrinting] = useState(false)
  const { wanted, move, undo } = useMoves(row.id, onChanged)
  const isClosed = row.state === planStates.closed
  const mayEdit = may.edit === true && !isClosed
  const openItem = (id: number) => {
    const item = chart.items.find((one) => one.id === id)
    const isOpen = mayEdit && item?.state === planItemStates.waiting
    open({ kind: isOpen ? 'edit' : 'show', id })
  }
  return (
    <>
      <div className="plan-tools">
        <Segmented
          aria-label={t('common:shownAs')}
          value={view}
          onChange={(next) => set('view', next)}
          options={views.map((value) => ({ value, label: t(`plan:views.${value}`) }))}
        />
        {view === 'gantt' && <ScalePick value={scale} onChange={setScale} />}
        <span className="plan-tools-end">
          {mayEdit && (
            <Button icon={<PlusOutlined />} onClick={() => open({ kind: 'create', id: undefined })}>
              {t('plan:addItem')}
            </Button>
          )}
          {view !== 'needs' && (
            <Button icon={<PrinterOutlined />} onClick={() => setPrinting(true)}>
              {t('plan:print')}
            </Button>
          )}
        </span>
      </div>
      <Suspense fallback={<ListSkeleton rows={8} />}>
        {view === 'gantt' && chart.items.length > 0 && (
          <>
            <Gantt
              chart={chart}
              scale={scale}
              mayMove={mayEdit}
              wanted={wanted}
              onMove={(moves) => void move(moves)}
              onUndo={() => void undo()}
              onOpen={openItem}
            />
            <Legend mayMove={mayEdit} />
          </>
        )}
        {(view === 'list' || (view === 'gantt' && chart.items.length === 0)) && (
          <ItemList
            items={chart.items}
            mayRelease={may.release === true && row.state === planStates.active}
            onRelease={setAsked}
            onOpen={openItem}
          />
        )}
        {view === 'needs' && <Needs row={row} />}
        {asked && (
          <ReleaseDialog
            row={row}
            rows={[row]}
            itemIds={asked}
            onClose={(isChanged) => {
              setAsked(undefined)
              if (isChanged) void onChanged()
            }}
          />
        )}
        {opened && (
          <ItemDrawer
            planId={row.id}
            opened={opened}
            open={open}
            mayEdit={mayEdit}
            onChanged={onChanged}
          />
        )}
        {isPrinting && <GanttPaper row={row} chart={chart} onDone={() => setPrinting(false)} />}
      </Suspense>
    </>
  )
}

/** What the colours and lines mean, and how one moves things. */
function Legend({ mayMove }: { mayMove: boolean }) {
  const t = useLabels({ module: 'plan' })
  return (
    <p className="plan-legend">
      {(['waiting', 'going', 'done', 'late', 'critical', 'baseline'] as const).map((name) => (
        <span key={name} data-sign={name}>
          {t(`plan:legend.${name}`)}
        </span>
      ))}
      {mayMove && <small>{t('plan:legend.keys')}</small>}
    </p>
  )
}

interface ItemDrawerProps {
  planId: number
  opened: Opened
  open: (opened: Opened | null) => void
  mayEdit: boolean
  onChanged: () => Promise<unknown>
}
function ItemDrawer({ planId, opened, open, mayEdit, onChanged }: ItemDrawerProps) {
  const resource = useResourceNamed(planItem.name)
  const close = () => {
    open(null)
    void onChanged()
  }
  return (
    <RecordDrawer
      resource={resource}
      opened={opened}
      filters={{ planId }}
      may={{ edit: mayEdit }}
      onClose={close}
      onOpen={(kind, id) => open({ kind, id })}
      onMade={() => void onChanged()}
    />
  )
}
