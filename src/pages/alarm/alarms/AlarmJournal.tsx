import type { AlarmNotice, AlarmRow, JournalLine } from '#contract/alarm/alarm-calls.ts'
import { levelText, measuredText } from '#src/features/alarm/alarm-words.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

type Translate = ReturnType<typeof useLabels>
function lineText(t: Translate, zone: string, { kind, detail }: JournalLine): string {
  if (kind === 'risen' || kind === 'eased')
    return t(`equipment:alarm.journalKinds.${kind}`, { level: levelText(t, Number(detail.level)) })
  if (kind === 'assigned')
    return detail.name
      ? t('equipment:alarm.journalKinds.assigned', { name: detail.name })
      : t('equipment:alarm.journalKinds.unassigned')
  if (kind === 'muted')
    return t('equipment:alarm.journalKinds.muted', {
      at: momentOf(String(detail.until), zone).slice(5, 16),
    })
  if (kind === 'escalated')
    return t('equipment:alarm.journalKinds.escalated', { stage: detail.stage })
  if (kind === 'cleared' && detail.reason === 'rule')
    return t('equipment:alarm.journalKinds.ruleGone')
  if (kind === 'cleared' && detail.reason === 'hand')
    return t('equipment:alarm.journalKinds.byHand')
  if (kind === 'irrigationStopped' || kind === 'runsBrokenOff')
    return t(`equipment:alarm.journalKinds.${kind}`, { count: Number(detail.count) })
  return t(`equipment:alarm.journalKinds.${kind}`)
}
const wordsOf = ({ kind, detail }: JournalLine) =>
  (kind === 'muted' ? detail.reason : detail.text) as string | undefined

/** What happened to an alarm, from its beginning on. */
export function AlarmJournal({
  alarm,
  journal,
}: {
  alarm: AlarmRow
  journal: readonly JournalLine[]
}) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  return (
    <section aria-label={t('equipment:alarm.journal')}>
      <h2>{t('equipment:alarm.journal')}</h2>
      <ol className="alarm-lines">
        {journal.map((line) => (
          <li key={line.id}>
            <span className="kit-number">{momentOf(line.at, zone)}</span>
            <span>
              <strong>{lineText(t, zone, line)}</strong>
              {typeof line.detail.value === 'number' &&
                ` ${measuredText(t, alarm, line.detail.value)}`}{' '}
              <small>{line.byName ?? t('equipment:alarm.system')}</small>
              {wordsOf(line) && <p className="kit-text">{wordsOf(line)}</p>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const tones = {
  queued: 'quiet',
  sending: 'quiet',
  sent: 'good',
  failed: 'bad',
  folded: 'quiet',
  digested: 'good',
} as const
/** Who was told of it, how, and whether it arrived. */
export function AlarmNotices({ notices }: { notices: readonly AlarmNotice[] }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  return (
    <section aria-label={t('equipment:alarm.notices')}>
      <h2>{t('equipment:alarm.notices')}</h2>
      {notices.length === 0 && <p className="alarm-quiet">{t('equipment:alarm.noNotices')}</p>}
      <ol className="alarm-lines">
        {notices.map((one) => (
          <li key={one.id}>
            <span className="kit-number">{momentOf(one.sentAt ?? one.at, zone)}</span>
            <span>
              <strong>{t(`equipment:alarm.noticeKinds.${one.kind}`)}</strong> {one.contactName}{' '}
              <small>{t(`equipment:alarmContact.options.channel.${one.channel}`)}</small>{' '}
              <StatusTag tone={tones[one.state]}>
                {t(`equipment:alarm.noticeStates.${one.state}`)}
              </StatusTag>
              {one.error && <p className="alarm-error">{one.error}</p>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
