import { Button, Segmented, Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { batchTimeline, type BatchEvent } from '#contract/planting/batch-calls.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import Pictures from '#src/kit/fields/file/Pictures.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import { eventWords } from './event-words.ts'
import { TakeBack } from './TakeBack.tsx'

type Kind = BatchEvent['kind']
const icons: Readonly<Record<Kind, string>> = {
  task: 'jobs',
  journal: 'journal',
  alarm: 'alarm',
  stock: 'sack',
  stage: 'batch',
  state: 'run',
  fact: 'formula',
  irrigation: 'valve',
  weather: 'weather',
  picture: 'camera',
}

/** Everything that happened around a batch, the newest first. */
export function Timeline({ id }: { id: number }) {
  const t = useLabels({ module: 'planting' })
  const isNarrow = useNarrow()
  const [kind, setKind] = useState<Kind | 'all'>('all')
  const [pages, setPages] = useState<readonly string[]>([])
  const first = useCall(batchTimeline, { id })
  const choose = (next: Kind | 'all') => {
    setKind(next)
    setPages([])
  }
  const options = ['all' as const, ...(first.data?.kinds ?? [])].map((value) => ({
    value,
    label: t(`planting:timeline.kinds.${value}`),
  }))
  return (
    <section className="batch-card" aria-label={t('planting:timeline.title')}>
      <header className="batch-timeline-head">
        <h3>{t('planting:timeline.title')}</h3>
        {isNarrow ? (
          <Select
            value={kind}
            options={options}
            aria-label={t('planting:timeline.kind')}
            onChange={choose}
          />
        ) : (
          <Segmented
            size="small"
            value={kind}
            options={options}
            aria-label={t('planting:timeline.kind')}
            onChange={choose}
          />
        )}
      </header>
      <ol className="batch-timeline">
        {[undefined, ...pages].map((before, at) => (
          <Page
            key={`${kind} ${before ?? ''}`}
            id={id}
            kind={kind === 'all' ? undefined : kind}
            before={before}
            onMore={at === pages.length ? (next) => setPages([...pages, next]) : undefined}
          />
        ))}
      </ol>
    </section>
  )
}

interface PageProps {
  id: number
  kind: Kind | undefined
  before: string | undefined
  /** Given on the last page alone. */
  onMore: ((before: string) => void) | undefined
}
function Page({ id, kind, before, onMore }: PageProps) {
  const t = useLabels({ module: 'planting' })
  const { data, error, refetch } = useCall(batchTimeline, {
    id,
    ...(kind && { kind }),
    ...(before && { before }),
  })
  if (error)
    return (
      <li>
        <LoadFailed error={error} height={160} onRetry={() => void refetch()} />
      </li>
    )
  if (!data)
    return (
      <li>
        <ListSkeleton rows={3} />
      </li>
    )
  const { events, next } = data
  return (
    <>
      {events.map((event) => (
        <Event
          key={`${event.kind} ${event.id}`}
          event={event}
          after={event.detail?.isOpen === true && <TakeBack id={id} factId={event.id} />}
        />
      ))}
      {events.length === 0 && !before && (
        <li className="batch-none">{t('planting:timeline.none')}</li>
      )}
      {next && onMore && (
        <li>
          <Button onClick={() => onMore(next)}>{t('kit:history.more')}</Button>
        </li>
      )}
    </>
  )
}

function Event({ event, after }: { event: BatchEvent; after: ReactNode }) {
  const t = useLabels({ module: 'planting' })
  const zone = useTimeZone()
  const unitOf = useUnitName()
  const { title, note, by, pictures, tone } = eventWords({ t, zone, unitOf }, event)
  const moment = momentOf(event.at, zone)
  return (
    <li className="batch-event" data-tone={tone}>
      <span className="batch-event-icon" title={t(`planting:timeline.kinds.${event.kind}`)}>
        <LineIcon name={icons[event.kind]} />
      </span>
      <div>
        <p>
          {event.path ? <Link to={event.path}>{title}</Link> : <strong>{title}</strong>}{' '}
          <small>
            {t(`planting:timeline.kinds.${event.kind}`)}
            {' · '}
            <time dateTime={event.at}>{moment.slice(0, 16)}</time>
            {by && ` · ${by}`}
          </small>
        </p>
        {note && <p className="batch-event-note">{note}</p>}
        {pictures.length > 0 && <Pictures urls={pictures} alt={title} />}
        {after}
      </div>
    </li>
  )
}
