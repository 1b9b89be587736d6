import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ageOf } from '#src/features/equipment/age.ts'
import { useNow } from '#src/features/equipment/use-now.ts'

const drawings = {
  alarm: 'M12 4l9 16H3zM12 10v4M12 17v.1',
  approval: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M8.5 12l2.5 2.5 4.5-5',
  task: 'M4 6l1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M11 6h9M11 12h9M11 18h9',
  plan: 'M4 4v16h16M8 8h6M10 12h7M8 16h4',
  activity: 'M5 21V4M5 4h13l-3 4 3 4H5',
  document: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  stock: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  device: 'M3 3l18 18M8.5 15a5 5 0 0 1 6-1M5 11a10 10 0 0 1 4-2.5M12 8a11 11 0 0 1 8 3M12 19v.1',
  sim: 'M6 4h8l4 4v12H6zM9 12h6v5H9z',
  command: 'M12 3v9M7 6a8 8 0 1 0 10 0',
  run: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 7v5l3.5 2',
  submission: 'M4 12l16-7-5 15-3.5-6zM11.5 14L20 5',
} as const

interface WaitingLineProps {
  kind: keyof typeof drawings
  tone: 'bad' | 'warn' | 'info' | 'quiet'
  title: string
  to: string | null
  /** What is wrong comes first, in its color. */
  lead?: string | null | undefined
  facts: readonly (string | null | undefined | false)[]
  at: string | null
  children?: ReactNode
}
/** A line of what waits: what it is, what is wrong, since when, and what is done about it. */
export function WaitingLine({
  kind,
  tone,
  title,
  to,
  lead,
  facts,
  at,
  children,
}: WaitingLineProps) {
  const { i18n } = useTranslation()
  const now = useNow(60_000)
  return (
    <>
      <span className={`home-kind home-${tone}`}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={drawings[kind]} />
        </svg>
      </span>
      <div className="home-what">
        {to ? <Link to={to}>{title}</Link> : <b>{title}</b>}
        <small>
          {lead && <em className={`home-${tone}`}>{lead}</em>}
          {lead && facts.some(Boolean) && ' · '}
          {facts.filter(Boolean).join(' · ')}
        </small>
      </div>
      {at ? (
        <time dateTime={at} title={new Date(at).toLocaleString(i18n.language)}>
          {ageOf(at, now, i18n.language)}
        </time>
      ) : (
        <span />
      )}
      <div className="home-acts">{children}</div>
    </>
  )
}
