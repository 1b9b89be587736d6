import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { task } from '#contract/work/task.ts'
import type { ShortGoods } from '#contract/work/task-calls.ts'
import { taskStates } from '#contract/work/task-states.ts'
import ActPlaces from '#src/features/work/ActPlaces.tsx'
import TaskEntry from '#src/features/work/TaskEntry.tsx'
import { ChecklistCell, OwnFieldsCell } from '#src/features/work/AskCells.tsx'
import { answersOf, checksOf } from '#src/features/work/asked.ts'
import { daysOf } from '#src/features/work/TaskCard.tsx'
import TaskApproval from '#src/features/work/TaskApproval.tsx'
import { partWords } from '#src/features/planting/part-words.ts'
import { LockList } from '#src/features/farm/LockList.tsx'
import { ownReportsOf } from '#src/features/work/report.ts'
import { pieceUnitOf } from '#src/features/work/pieces.ts'
import { TaskState } from '#src/features/work/TaskState.tsx'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import Pictures from '#src/kit/fields/file/Pictures.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import { useKeptTask } from './use-kept-task.ts'
import '#src/features/work/work.css'

interface Props {
  id: number
  may: Permissions
  onAct: (action: 'start' | 'finish' | 'reportOwn', row: Row) => void
  /** Reports a problem that was seen there; nobody's who may not. */
  onReport?: (() => void) | undefined
  onClose: () => void
}
interface Line {
  skuId: number
  skuIdName?: string
  unitName?: string
  lot?: string
  quantity: number
}
const goodsOf = (lines: unknown) => (Array.isArray(lines) ? (lines as Line[]) : [])

/** One of my tasks: what to do where and with what, what keeps one off the plot, what was reported. */
export default function TaskDrawer({ id, may, onAct, onReport, onClose }: Props) {
  const t = useLabels(task)
  const isNarrow = useNarrow()
  const { data, error, refetch } = useKeptTask(id)
  const row = data?.task
  // Whoever manages tasks without being a worker reports the whole.
  const isLead = !data || data.workerId === null || row?.leaderId === data.workerId
  const action =
    row?.state === taskStates.notStarted
      ? 'start'
      : row?.state === taskStates.inProgress
        ? 'finish'
        : undefined
  return (
    <Drawer
      open
      width={isNarrow ? '100%' : 560}
      title={row ? String(row.title) : t('work:task.name')}
      onClose={onClose}
      destroyOnHidden
      footer={
        row && (
          <div className="work-feet">
            {onReport && (
              <Button block size="large" onClick={onReport}>
                {t('work:reportProblem')}
              </Button>
            )}
            {row.state === taskStates.inProgress && may.reportOwn && data.workerId !== null && (
              <Button
                block
                size="large"
                type={isLead ? 'default' : 'primary'}
                onClick={() => onAct('reportOwn', row)}
              >
                {t('work:task.actions.reportOwn')}
              </Button>
            )}
            {action && may[action] && (action === 'start' || isLead) && (
              <Button block size="large" type="primary" onClick={() => onAct(action, row)}>
                {t(`work:task.actions.${action}`)}
              </Button>
            )}
          </div>
        )
      }
    >
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !row && <ListSkeleton rows={8} />}
      {data && row && (
        <article className="work-detail">
          {data.locks.length > 0 && <LockList locks={data.locks} />}
          <Facts row={row} />
          <Goods
            title={fieldLabel(t, task, 'materials')}
            lines={goodsOf(row.materials)}
            short={data.short}
          />
          <Goods title={fieldLabel(t, task, 'used')} lines={goodsOf(row.used)} />
          <OwnReports row={row} />
          {checksOf(row).length > 0 && (
            <section>
              <h3>{fieldLabel(t, task, 'checklist')}</h3>
              <ChecklistCell row={row} isDetail />
            </section>
          )}
          {answersOf(row).length > 0 && (
            <section>
              <h3>{fieldLabel(t, task, 'ownFields')}</h3>
              <OwnFieldsCell row={row} isDetail />
            </section>
          )}
          {((row.pictures as string[] | undefined) ?? []).length > 0 && (
            <Pictures urls={row.pictures as string[]} alt={fieldLabel(t, task, 'pictures')} />
          )}
          {((row.photos as string[] | undefined) ?? []).length > 0 && (
            <Pictures urls={row.photos as string[]} alt={fieldLabel(t, task, 'photos')} />
          )}
          <TaskEntry row={row} />
          <ActPlaces row={row} />
          <TaskApproval row={row} />
        </article>
      )}
    </Drawer>
  )
}

/** How much of it, and of what. */
const picked = ({ harvested, harvestSkuId, harvestUnit }: Row, kilograms: string) =>
  harvested
    ? `${harvested as number} ${harvestSkuId ? ((harvestUnit as string | null) ?? '') : kilograms}`.trim()
    : undefined

function Facts({ row }: { row: Row }) {
  const t = useLabels(task)
  const names = (of: unknown) => (Array.isArray(of) ? of.map(String).join(', ') : '')
  const facts: readonly [string, ReactNode][] = [
    ['state', <TaskState key="state" row={row} />],
    ['reason', row.reason as string],
    ['taskTypeId', row.taskTypeIdName as string],
    ['areaId', row.areaIdName as string],
    ['landIds', names(row.landIdsName)],
    ['parts', partWords(row.parts)],
    ['batchId', row.batchIdName as string],
    ['endsOn', daysOf(row)],
    ['leaderId', row.leaderIdName as string],
    ['participantIds', names(row.participantIdsName)],
    [
      'pieceRate',
      pieceUnitOf(row) && t('work:report.rate', { rate: row.pieceRate, unit: row.pieceUnit }),
    ],
    ['warehouseId', row.warehouseIdName as string],
    ['description', row.description as string],
    ['harvestSkuId', row.harvestSkuIdName as string],
    ['harvested', picked(row, t('common:units.kilogram'))],
    [
      'harvestedKg',
      typeof row.harvestedKg === 'number' &&
        row.harvestSkuId !== null &&
        `${row.harvestedKg} ${t('common:units.kilogram')}`,
    ],
    ['reportNote', row.reportNote as string],
  ]
  return (
    <dl className="work-facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{fieldLabel(t, task, name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** What each said of their own part. */
function OwnReports({ row }: { row: Row }) {
  const t = useLabels(task)
  const lines = ownReportsOf(row)
  const photos = (row.ownPhotos as string[] | undefined) ?? []
  if (lines.length === 0) return null
  return (
    <section>
      <h3>{fieldLabel(t, task, 'ownReports')}</h3>
      <ul className="work-goods">
        {lines.map(({ workerId, workerIdName, hours, pieces, note }) => (
          <li key={workerId}>
            {[
              workerIdName,
              pieces != null && `${pieces} ${pieceUnitOf(row) ?? ''}`.trim(),
              hours != null && `${hours} ${t('common:units.hour')}`,
              note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      {photos.length > 0 && <Pictures urls={photos} alt={fieldLabel(t, task, 'ownPhotos')} />}
    </section>
  )
}

interface GoodsProps {
  title: string
  lines: readonly Line[]
  /** Of which there is too little. */
  short?: readonly ShortGoods[]
}
function Goods({ title, lines, short = [] }: GoodsProps) {
  const t = useLabels(task)
  if (lines.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul className="work-goods">
        {lines.map(({ skuId, skuIdName, lot, quantity, unitName }, at) => {
          const lacking = short.find((one) => one.skuId === skuId)
          return (
            <li key={at}>
              {[skuIdName, lot].filter(Boolean).join(' ')} × {quantity} {unitName}{' '}
              {lacking && (
                <StatusTag tone="warn">
                  {t('work:onlyFree', { amount: `${lacking.free} ${unitName ?? ''}`.trim() })}
                </StatusTag>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
