import { Button, Drawer, Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { entities } from '#contract/domains.ts'
import { auditLog, exportAudit, type AuditRow } from '#contract/platform/platform-calls.ts'
import { auditScreen } from '#contract/platform/screens.ts'
import { AuditDiff } from '#src/kit/record/AuditDiff.tsx'
import { edgeOfDay, momentOf } from '#src/kit/fields/date/day-text.ts'
import { RowsTable } from '#src/kit/list/RowsTable.tsx'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useFollowedJob } from '#src/kit/import-export/use-followed-job.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { filterItems } from '#src/ui/filter-items.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import { useAuditWords } from './use-audit-words.ts'

const DayRange = lazy(() => import('#src/kit/fields/date/DayRange.tsx'))
const filterNames = ['entity', 'action', 'realName', 'from', 'to'] as const
const opening = ['list', 'export']
const kinds = [
  ...entities.filter(({ variantOf }) => !variantOf).map(({ name }) => name),
  'corporation',
  'tenant',
  'account',
  'file',
  'audit',
  'approval',
  'approvalSetting',
]
/** What is known of these, in one line. */
const told = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

/** Who wrote what and when: one list for the tenant, to filter, look into and take away. */
export default function AuditLogPage() {
  const t = useLabels({ module: 'system' })
  const zone = useTimeZone()
  const isNarrow = useNarrow()
  const words = useAuditWords()
  const may = usePermissions(
    { screen: auditScreen, page: async () => ({ default: AuditLogPage }) },
    opening,
  )
  const asked = ({ from, to, ...rest }: Readonly<Record<string, string>>) => ({
    ...rest,
    ...(from && { from: edgeOfDay(from, 'start', zone) }),
    ...(to && { to: edgeOfDay(to, 'end', zone) }),
  })
  const list = useCallList(auditLog, filterNames, asked)
  const [draft, setDraft] = useState(list.place.filters)
  const [open, setOpen] = useState<AuditRow>()
  const job = useFollowedJob('audit')
  const field = filterItems('audit', draft, (name, value) =>
    setDraft({ ...draft, [name]: value ?? '' }),
  )
  const startExport = () => job.start(exportAudit, asked(list.place.filters))
  return (
    <>
      <FilterBar
        label={t('kit:list.searchFor', { name: t('menus:screens.audit') })}
        items={[
          field.choice(
            'entity',
            t('system:audit.entity'),
            kinds.map((value) => ({ value, label: words.entity(value) })),
          ),
          field.text('realName', t('system:audit.who')),
          field.choice(
            'action',
            t('system:audit.action'),
            words.actions.map((value) => ({ value, label: words.action('', value) })),
          ),
          {
            id: 'audit-days',
            label: t('system:audit.days'),
            control: (
              <Suspense fallback={<Input id="audit-days" disabled />}>
                <DayRange
                  id="audit-days"
                  value={[draft.from || undefined, draft.to || undefined]}
                  onChange={(value) => {
                    const [from, to] = (value ?? []) as string[]
                    setDraft({ ...draft, from: from ?? '', to: to ?? '' })
                  }}
                />
              </Suspense>
            ),
          },
        ]}
        onSearch={() => list.move({ page: 1, filters: draft })}
        onReset={() => {
          setDraft({})
          list.move({ page: 1, filters: {} })
        }}
        add={
          may?.export && (
            <Button loading={job.isRunning} onClick={() => void startExport()}>
              {job.isRunning
                ? t('system:audit.exporting', { percent: job.progress })
                : t('system:audit.export')}
            </Button>
          )
        }
      />
      {job.isRunning && (
        <button type="button" className="kit-link" onClick={job.cancel}>
          {t('system:audit.cancel')}
        </button>
      )}
      <RowsTable
        list={list}
        empty={t('system:audit.empty')}
        rowKey={(row) => row.id}
        columns={[
          { key: 'at', title: t('system:audit.at'), render: (row) => momentOf(row.at, zone) },
          {
            key: 'realName',
            title: t('system:audit.who'),
            render: (row) =>
              row.impersonator
                ? t('system:audit.actingFor', { who: row.impersonator, name: row.realName })
                : (row.realName ?? t('kit:history.system')),
          },
          {
            key: 'action',
            title: t('system:audit.action'),
            render: (row) => words.action(row.entity, row.action),
          },
          {
            key: 'entity',
            title: t('system:audit.entity'),
            render: (row) => words.entity(row.entity),
          },
          {
            key: 'title',
            title: t('system:audit.record'),
            render: (row) => (
              <button type="button" className="kit-link kit-ellipsis" onClick={() => setOpen(row)}>
                {row.title || row.recordId || t('common:actions.show')}
              </button>
            ),
          },
          { key: 'address', title: t('system:audit.address'), render: (row) => row.address },
        ]}
      />
      <Drawer
        open={open !== undefined}
        width={isNarrow ? '100%' : 560}
        title={open && told(words.action(open.entity, open.action), open.title)}
        onClose={() => setOpen(undefined)}
      >
        {open && (
          <>
            <p>{told(momentOf(open.at, zone), open.realName, open.address)}</p>
            <AuditDiff
              entity={entities.find((entity) => entity.name === open.entity)}
              before={open.before}
              after={open.after}
            />
            <p>
              {t('common:requestId')} <code className="kit-code">{open.requestId}</code>
            </p>
          </>
        )}
      </Drawer>
    </>
  )
}
