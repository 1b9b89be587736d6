import { useEffect, useState, type ReactNode } from 'react'
import { useAnswer, type Ask } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { PrintSheet } from '#src/kit/print/PrintSheet.tsx'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import type { RowsColumn } from '#src/kit/list/RowsTable.tsx'
import { useIdentity, useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface PaperTableProps<Row> {
  title: string
  /** What was asked: the period, the warehouse. */
  note: string
  columns: readonly RowsColumn<Row>[]
  rowKey: (row: Row) => string | number
  /** All rows, or as many as a sheet bears. */
  load: (ask: Ask) => Promise<{ content: Row[]; totalElements: number }>
  foot?: ReactNode
  onDone: () => void
}

/** Rows on A4 lying on its side: figures need the width. */
export default function PaperTable<Row>({
  title,
  note,
  columns,
  rowKey,
  load,
  foot,
  onDone,
}: PaperTableProps<Row>) {
  const t = useLabels({ module: 'inventory' })
  const zone = useTimeZone()
  const user = useIdentity()
  const [now] = useState(() => new Date().toISOString())
  const { data, error } = useAnswer('paper', { title, note, now }, load)
  useEffect(() => {
    if (!error) return
    toastRefusal(t, error)
    onDone()
  }, [error, t, onDone])
  const rows = data?.content ?? []
  const isCut = (data?.totalElements ?? 0) > rows.length
  return (
    <PrintSheet
      isReady={data !== undefined}
      page="size: A4 landscape; margin: 12mm"
      onDone={onDone}
    >
      <h1>{title}</h1>
      <p className="print-note">
        {[
          user?.tenantName,
          note,
          t('common:table.total', { count: data?.totalElements ?? 0 }),
          t('kit:print.by', { name: user?.realName, at: momentOf(now, zone) }),
          isCut && t('kit:print.cut', { count: rows.length }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <table aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ key, title: name }) => (
              <th key={key}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, render, align }) => (
                <td key={key} style={{ textAlign: align }}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot}
      </table>
    </PrintSheet>
  )
}
