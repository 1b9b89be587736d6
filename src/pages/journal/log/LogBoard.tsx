import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { farmLog } from '#contract/journal/farm-log.ts'
import { VoiceCell } from '#src/features/journal/VoiceCell.tsx'
import EntryTask from '#src/features/work/EntryTask.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { CardViewProps, Row } from '#src/kit/definition/resource.ts'
import { dayOf, momentOf } from '#src/kit/fields/date/day-text.ts'
import Pictures from '#src/kit/fields/file/Pictures.tsx'
import { withOpened } from '#src/kit/record/use-opened.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LevelCell } from './LevelCell.tsx'
import './log.css'

/** Entries day by day, each as a card with its pictures. */
export default function LogBoard({ rows }: CardViewProps) {
  const t = useLabels(farmLog)
  const zone = useTimeZone()
  const days = useMemo(() => {
    const found = new Map<string, Row[]>()
    for (const row of rows) {
      const day = dayOf(momentOf(String(row.happenedAt), zone))
      found.set(day, [...(found.get(day) ?? []), row])
    }
    return [...found]
  }, [rows, zone])
  if (days.length === 0)
    return (
      <EmptyState variant="noData" height={320}>
        <p>{t('journal:farmLog.empty')}</p>
      </EmptyState>
    )
  return (
    <div className="log-board">
      {days.map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <Entries rows={entries.filter(({ origin }) => origin !== 'task')} zone={zone} />
          <Accepted rows={entries.filter(({ origin }) => origin === 'task')} zone={zone} />
        </section>
      ))}
    </div>
  )
}

function Entries({ rows, zone }: { rows: readonly Row[]; zone: string }) {
  if (rows.length === 0) return null
  return (
    <ul>
      {rows.map((row) => (
        <Entry key={row.id} row={row} zone={zone} />
      ))}
    </ul>
  )
}

/** What accepted work says of itself waits behind a line, lest it drown what people wrote. */
function Accepted({ rows, zone }: { rows: readonly Row[]; zone: string }) {
  const t = useLabels(farmLog)
  if (rows.length === 0) return null
  return (
    <details>
      <summary>{t('journal:work.done', { count: rows.length })}</summary>
      <Entries rows={rows} zone={zone} />
    </details>
  )
}

function Entry({ row, zone }: { row: Row; zone: string }) {
  const { search } = useLocation()
  const place = [row.areaIdName, row.landIdName, row.batchIdName].filter(Boolean).join(' · ')
  return (
    <li>
      <p>
        <Link to={`?${withOpened(search, { kind: 'show', id: row.id })}`}>
          {String(row.logTitle)}
        </Link>{' '}
        <LevelCell name="logLevel" row={row} />
      </p>
      {Boolean(row.description) && <p>{String(row.description)}</p>}
      {Array.isArray(row.content) && row.content.length > 0 && (
        <Pictures urls={row.content as string[]} alt={String(row.logTitle)} />
      )}
      {Array.isArray(row.voice) && row.voice.length > 0 && (
        <VoiceCell entity={farmLog} name="voice" field={farmLog.fields.voice} row={row} isDetail />
      )}
      <EntryTask row={row} />
      <small>
        {momentOf(String(row.happenedAt), zone).slice(11, 16)}
        {Boolean(row.author) && ` · ${String(row.author)}`}
        {place && ` · ${place}`}
      </small>
    </li>
  )
}
