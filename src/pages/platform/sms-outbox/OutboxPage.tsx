import { Alert } from 'antd'
import { smsOutbox } from '#contract/platform/platform-calls.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { RowsTable } from '#src/kit/list/RowsTable.tsx'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const noFilters: readonly string[] = []

/** Messages that were kept instead of sent, while no provider is configured. */
export default function OutboxPage() {
  const t = useLabels({ module: 'system' })
  const zone = useTimeZone()
  const list = useCallList(smsOutbox, noFilters, () => ({}))
  return (
    <>
      <Alert
        type="info"
        showIcon
        message={t('system:outbox.note')}
        style={{ marginBlockEnd: 16 }}
      />
      <RowsTable
        list={list}
        empty={t('system:outbox.empty')}
        rowKey={(row) => row.id}
        columns={[
          { key: 'phone', title: t('system:outbox.phone'), render: (row) => row.phone },
          {
            key: 'text',
            title: t('system:outbox.text'),
            render: (row) => <span className="kit-text">{row.text}</span>,
          },
          {
            key: 'createdAt',
            title: t('common:creationDate'),
            render: (row) => momentOf(row.createdAt, zone),
          },
        ]}
      />
    </>
  )
}
