import type { MessageSettings } from '#contract/message/ways.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

const tones = {
  queued: 'info',
  sending: 'info',
  sent: 'good',
  failed: 'bad',
  dropped: 'quiet',
} as const

/** What went to one's phone and group lately, what waits, and why something did not arrive. */
export function MessageSendings({ sendings }: Pick<MessageSettings, 'sendings'>) {
  const t = useLabels({ module: 'message' })
  const zone = useTimeZone()
  return (
    <section aria-label={t('message:ways.sendings')}>
      <h2>{t('message:ways.sendings')}</h2>
      {sendings.length === 0 && <p>{t('message:ways.noSendings')}</p>}
      <ul className="sessions">
        {sendings.map(({ id, way, kind, subject, state, attempts, error, createdAt, dueAt }) => (
          <li key={id}>
            <div>
              <strong>{subject}</strong>{' '}
              <StatusTag tone={tones[state]}>
                {t(`message:ways.states.${state}`, { at: momentOf(dueAt, zone) })}
              </StatusTag>
              <p>
                {momentOf(createdAt, zone)} · {t(`message:ways.names.${way}`)} ·{' '}
                {t(`message:ways.kinds.${kind}`)}
                {error &&
                  ` · ${
                    state === 'queued'
                      ? t('message:ways.again', {
                          count: attempts,
                          at: momentOf(dueAt, zone),
                          error,
                        })
                      : error
                  }`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
