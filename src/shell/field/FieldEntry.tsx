import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/entity.ts'
import { task } from '#contract/work/task.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { refusalOf, usePhotoAddress } from '#src/kit/calls/field/use-field.ts'
import { momentOf, shortOf } from '#src/kit/fields/date/day-text.ts'
import type { Entry, EntryPhoto } from '#src/lib/field/entry.ts'
import { StatusTag, type Tone } from '#src/ui/StatusTag.tsx'
import { Compare } from './Compare.tsx'

export type EntryAction = 'again' | 'edit' | 'discard'
const tones: Readonly<Record<Entry['state'], Tone>> = {
  waiting: 'warn',
  sending: 'good',
  stopped: 'bad',
}
interface Props {
  entry: Entry
  isBusy: boolean
  onAct: (entry: Entry, action: EntryAction) => void
}

/** One thing that was done: when, how far it got, why no further, and what can be done about it. */
export function FieldEntry({ entry, isBusy, onAct }: Props) {
  const { t } = useTranslation('shell')
  const labels = useLabels({ module: entry.kind === 'log' ? 'journal' : 'work' })
  const zone = useTimeZone()
  const { state, problem, photos, kind, title, isUnsure } = entry
  const pictures = photos.filter(({ soundBytes }) => soundBytes === undefined)
  const sent = pictures.filter(({ url }) => url).length
  const moment = momentOf(entry.actedAt ?? new Date(entry.phoneAt).toISOString(), zone)
  const isStopped = state === 'stopped'
  return (
    <article className="kit-field-entry">
      <h3>
        {title} <StatusTag tone={tones[state]}>{t(`field.states.${state}`)}</StatusTag>
      </h3>
      <small>
        {t('field.doneAt', { time: shortOf(moment, zone) })}
        {pictures.length > 0 && ` · ${t('field.photos', { sent, count: pictures.length })}`}
        {isUnsure && !isStopped && ` · ${t('field.unsure')}`}
      </small>
      {photos.length > 0 && (
        <div className="kit-field-photos">
          {photos.map((photo) => (
            <Picture key={photo.id} photo={photo} />
          ))}
        </div>
      )}
      {problem && (
        <>
          <p role="alert">{reasonOf(t, labels, entry)}</p>
          <Compare entry={entry} />
        </>
      )}
      <div className="kit-field-tools">
        {isStopped && (
          <Button
            type={isOpenTo(entry) ? 'primary' : 'default'}
            disabled={isBusy}
            onClick={() => onAct(entry, 'again')}
          >
            {t(problem?.theirs ? 'field.againOn' : 'field.again')}
          </Button>
        )}
        {isStopped && !isUnsure && isEdited[kind] && (
          <Button disabled={isBusy} onClick={() => onAct(entry, 'edit')}>
            {t('field.edit')}
          </Button>
        )}
        <Button
          danger
          disabled={isBusy || state === 'sending'}
          aria-label={`${t('field.discard.go')} ${title}`}
          onClick={() => onAct(entry, 'discard')}
        >
          {t('field.discard.go')}
        </Button>
      </div>
    </article>
  )
}
const isEdited = { claim: false, start: false, finish: true, log: true } as const
const opens = { claim: 'claim', start: 'start', finish: 'finish', log: null } as const
/** Whether the record, as the server has it, lets it be done. */
function isOpenTo({ kind, problem }: Entry): boolean {
  const action = opens[kind]
  return !action || !problem?.theirs || allowed(task, action, problem.theirs)
}
type Say = ReturnType<typeof useTranslation<'shell'>>['t']

/** Why it stopped, in a sentence: what the server said of the whole, and of fields. */
function reasonOf(t: Say, labels: ReturnType<typeof useLabels>, entry: Entry): string {
  const { kind, problem } = entry
  if (!problem) return ''
  if (problem.code === 'field.photo_lost') return t('field.photoLost')
  if (problem.theirs === null && kind !== 'claim') return t('field.gone')
  const fields = Object.values(problem.fields)
  const { text } = sentenceOf(labels, refusalOf(problem))
  const by = problem.changedBy ? t('field.changedBy', { name: problem.changedBy }) : ''
  return [fields.length > 0 ? fields.join(' ') : text, by].filter(Boolean).join(' ')
}
function Picture({ photo }: { photo: EntryPhoto }) {
  const address = usePhotoAddress(photo)
  if (!address) return null
  return photo.soundBytes === undefined ? (
    <img src={address} alt="" />
  ) : (
    <audio controls src={address} aria-label={photo.name} />
  )
}
