import { taskStates } from '#contract/approval/states.ts'
import { Button } from 'antd'
import { type approvalTasks, type TaskRow, type TaskType } from '#contract/approval/task-calls.ts'
import { caseText, caseTone } from '#src/features/approval/words.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import { RowsTable, type RowsColumn } from '#src/kit/list/RowsTable.tsx'
import type { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { useNarrow } from '#src/ui/use-width.ts'

interface ApprovalRowsProps {
  list: ReturnType<typeof useCallList<typeof approvalTasks.input, TaskRow>>
  tab: TaskType
  picked: readonly TaskRow[]
  onPick: (rows: readonly TaskRow[]) => void
  onOpen: (row: TaskRow) => void
  onView: (row: TaskRow) => void
  onDecide: (row: TaskRow, action: 'approve' | 'reject') => void
}
const isOpen = (row: TaskRow, tab: TaskType) =>
  tab === 'approval' && row.taskState === taskStates.open
export const amountText = (total: number) =>
  total.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function stateOf(t: Translate, row: TaskRow, tab: TaskType) {
  if (tab !== 'approval') return <StatusTag tone={caseTone(row)}>{caseText(t, row)}</StatusTag>
  if (row.decision === 'other')
    return (
      <StatusTag tone="quiet">
        {t('approval:byOther', { name: row.decidedByName ?? '–' })}
      </StatusTag>
    )
  if (row.decision === 'transferred' || row.decision === 'returned')
    return <StatusTag tone="quiet">{t(`approval:decisions.${row.decision}`)}</StatusTag>
  return (
    <StatusTag
      tone={
        row.taskState === taskStates.open
          ? 'warn'
          : row.taskState === taskStates.reviewed
            ? 'good'
            : 'bad'
      }
    >
      {t(`approval:taskStates.${row.taskState}`)}
    </StatusTag>
  )
}

/** The rows of a tab; on a phone a card each, with what can be done about it under the thumb. */
export function ApprovalRows({
  list,
  tab,
  picked,
  onPick,
  onOpen,
  onView,
  onDecide,
}: ApprovalRowsProps) {
  const t = useLabels({ module: 'approval' })
  const zone = useTimeZone()
  const isNarrow = useNarrow()
  // One form at a time can be approved together.
  const pick = (ids: readonly number[]) => {
    const rows = [...picked, ...list.rows].filter(({ id }) => ids.includes(id))
    const alike = rows.filter(({ formCode }) => formCode === rows[0]!.formCode)
    onPick([...new Map(alike.map((row) => [row.id, row])).values()])
  }
  const title: RowsColumn<TaskRow> = {
    key: 'title',
    title: t('approval:columns.title'),
    render: (row) => (
      <span className="approval-name">
        <button type="button" className="kit-link" onClick={() => onOpen(row)}>
          {row.title}
        </button>
        {row.forName && (
          <StatusTag tone="quiet">
            {t('approval:delegation.inPlace', { name: row.forName })}
          </StatusTag>
        )}
        {row.readFlag === 0 && (
          <i className="approval-unread" role="img" aria-label={t('approval:unread')} />
        )}
      </span>
    ),
  }
  const actions: RowsColumn<TaskRow> = {
    key: 'actions',
    title: t('approval:columns.actions'),
    isPinned: true,
    render: (row) => {
      const size = isNarrow ? ('large' as const) : ('small' as const)
      return (
        <span className="approval-row-actions">
          {isOpen(row, tab) && (
            <Button type="primary" size={size} onClick={() => onDecide(row, 'approve')}>
              {t('approval:actions.approve')}
            </Button>
          )}
          {isOpen(row, tab) && (
            <Button danger size={size} onClick={() => onDecide(row, 'reject')}>
              {t('approval:actions.reject')}
            </Button>
          )}
          <Button size={size} onClick={() => onView(row)}>
            {t('approval:actions.view')}
          </Button>
        </span>
      )
    },
  }
  const columns: RowsColumn<TaskRow>[] = [
    title,
    { key: 'form', title: t('approval:columns.form'), render: (row) => row.formName },
    ...(tab === 'user_edit'
      ? []
      : [
          {
            key: 'submitter',
            title: t('approval:columns.submitter'),
            render: (row: TaskRow) => row.submitName,
          },
        ]),
    {
      key: 'total',
      title: t('approval:columns.total'),
      align: 'right',
      render: (row) =>
        row.total === null ? '–' : <span className="kit-number">{amountText(row.total)}</span>,
    },
    {
      key: 'at',
      title: t('approval:columns.at'),
      render: (row) => (
        <span className="kit-number">{momentOf(row.startTime, zone).slice(0, 16)}</span>
      ),
    },
    { key: 'node', title: t('approval:columns.node'), render: (row) => row.currentTaskName || '–' },
    {
      key: 'state',
      isTag: true,
      title: t('approval:columns.state'),
      render: (row) => stateOf(t, row, tab),
    },
    actions,
  ]
  return (
    <div className="approval-list">
      <RowsTable
        list={list}
        empty={t(`approval:empty.${tab}`)}
        rowKey={(row) => row.id}
        columns={columns}
        picking={
          tab === 'approval'
            ? {
                picked: picked.map(({ id }) => id),
                onPick: pick,
                mayPick: (row) =>
                  isOpen(row, tab) && (picked.length === 0 || picked[0]!.formCode === row.formCode),
                nameOf: ({ title }) => t('approval:pick', { title }),
                nameOfAll: t('approval:pickAll'),
              }
            : null
        }
      />
    </div>
  )
}
