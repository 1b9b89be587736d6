import type { CaseEvent, CaseDetail } from '#contract/approval/case-calls.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { spanText } from './words.ts'
import './approval.css'

const tones: Readonly<Partial<Record<CaseEvent['kind'], 'good' | 'warn' | 'bad'>>> = {
  approved: 'good',
  passed: 'good',
  rejected: 'bad',
  returned: 'warn',
  returnedTo: 'warn',
  overdueFailed: 'bad',
  withdrawn: 'warn',
}

/** A case from its beginning to whoever comes next: who, when, how long, in which words. */
export function CaseEvents({
  story,
  now,
}: {
  story: CaseDetail
  /** Milliseconds: when the story was told. */ now: number
}) {
  const t = useLabels({ module: 'approval' })
  const zone = useTimeZone()
  const listed = (names: readonly string[] | null | undefined) =>
    (names ?? []).join(t('approval:flow.and'))
  const sentence = ({ kind, detail }: CaseEvent) =>
    t(`approval:events.${kind}`, {
      node: detail.nodeName ?? '',
      to: detail.to ?? '',
      of: detail.of ?? '',
      names: listed(detail.names),
      place: detail.place ? t(`approval:places.${detail.place}`) : '',
      action: detail.action ? t(`approval:overdueActions.${detail.action}`) : '',
    })
  const since = (iso: string) => spanText(t, (now - Date.parse(iso)) / 1000)
  return (
    <ol className="approval-line">
      {story.events.map((event) => (
        <li key={event.id} data-tone={tones[event.kind]}>
          <p>
            <strong>{event.name}</strong> {sentence(event)}
          </p>
          {event.detail.standIn && (
            <p className="approval-note">{t(`approval:standIns.${event.detail.standIn}`)}</p>
          )}
          {event.comment && <blockquote className="kit-text">{event.comment}</blockquote>}
          <small className="kit-number">
            {momentOf(event.at, zone)}
            {typeof event.detail.seconds === 'number' &&
              ` · ${t('approval:took', { span: spanText(t, event.detail.seconds) })}`}
          </small>
        </li>
      ))}
      {story.waiting.map((one) => (
        <li key={`waiting-${one.taskId}`} data-tone="now">
          <p>
            <strong>{one.name}</strong> {one.nodeName}{' '}
            <StatusTag tone="warn">{t('approval:isAsked')}</StatusTag>
          </p>
          <small>
            {t('approval:waits', { span: since(one.since) })}
            {one.dueAt && ` · ${t('approval:due', { at: momentOf(one.dueAt, zone).slice(5, 16) })}`}
          </small>
        </li>
      ))}
      {story.ahead.map((one, at) => (
        <li key={`ahead-${at}`} data-tone="ahead">
          <p>
            {one.nodeName} · {listed(one.names) || t('approval:dry.none')}
          </p>
          <small>{t('approval:isNext')}</small>
        </li>
      ))}
    </ol>
  )
}
