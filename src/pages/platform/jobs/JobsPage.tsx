import { Button, Progress } from 'antd'
import { cancelJob, jobRules, jobs, type JobRow } from '#contract/platform/platform-calls.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { download } from '#src/api/download.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { RowsTable } from '#src/kit/list/RowsTable.tsx'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

const noFilters: readonly string[] = []
const asked = () => ({})
const tones = {
  queued: 'quiet',
  running: 'warn',
  done: 'good',
  failed: 'bad',
  cancelled: 'quiet',
} as const
const isOpen = ({ state }: JobRow) => jobRules.cancel.includes(state)

/** The user's own long work: how far it is, what it made, and a way to stop it. */
export default function JobsPage() {
  const t = useLabels({ module: 'account' })
  const zone = useTimeZone()
  const list = useCallList(jobs, noFilters, asked)
  const failed = (error: unknown) => toastRefusal(t, error)
  const cancellation = useCallAction(cancelJob, { invalidates: [jobs] })
  return (
    <RowsTable
      list={list}
      empty={t('account:jobs.empty')}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'kind',
          title: t('account:jobs.kind'),
          render: (row) => t(`account:jobs.kinds.${row.kind}`, { defaultValue: row.kind }),
        },
        {
          key: 'state',
          isTag: true,
          title: t('account:jobs.state'),
          render: (row) => (
            <StatusTag tone={tones[row.state]}>{t(`account:jobs.states.${row.state}`)}</StatusTag>
          ),
        },
        {
          key: 'progress',
          title: t('account:jobs.progress'),
          render: (row) =>
            isOpen(row) ? (
              <Progress
                className="jobs-progress"
                size="small"
                percent={row.progress}
                aria-label={t('account:jobs.progress')}
              />
            ) : (
              (row.message ?? (row.state === 'failed' ? t('account:jobs.fault') : ''))
            ),
        },
        {
          key: 'createdAt',
          title: t('account:jobs.createdAt'),
          render: (row) => momentOf(row.createdAt, zone),
        },
        {
          key: 'finishedAt',
          title: t('account:jobs.finishedAt'),
          render: (row) => row.finishedAt && momentOf(row.finishedAt, zone),
        },
        {
          key: 'actions',
          title: t('common:table.actions'),
          render: (row) => (
            <span className="kit-actions">
              {isOpen(row) && (
                <Button
                  size="small"
                  type="link"
                  danger
                  onClick={() => void cancellation.send({ id: row.id })}
                >
                  {t('account:jobs.cancel')}
                </Button>
              )}
              {row.resultUrl && (
                <Button
                  size="small"
                  type="link"
                  onClick={() => void download(row.resultUrl!, row.resultName ?? '').catch(failed)}
                >
                  {t('account:jobs.download')}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}
