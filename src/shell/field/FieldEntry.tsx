import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { allowed, type Entity } from '#contract/entity.ts'
import { stocktake } from '#contract/inventory/document.ts'
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
/** Whose words a refusal is said in. */
const moduleOf: Readonly<Partial<Record<Entry['kind'], string>>> = {
  log: 'journal',
  countStart: 'inventory',
  count: 'inventory',
}
interface Props {
  entry: Entry
  isBusy: boolean
  onAct: (entry: Entry, action: EntryAction) => void
}

/** One thing that was done: when, how far it got, why no further, and what can be done about it. */
export function FieldEntry({ entry, isBusy, onAct }: Props) {
  const { t } = useTranslation('shell')
  const labels = useLabels({ module: moduleOf[entry.kind] ?? 'work' })
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
            {t(againWords(entry))}
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
/** What can be entered anew in a form of its own. */
const isEdited: Readonly<Partial<Record<Entry['kind'], true>>> = { finish: true, log: true }
/** What has to be open to it, as the server has it. */
const opens: Readonly<Partial<Record<Entry['kind'], readonly [Entity, string]>>> = {
  claim: [task, 'claim'],
  start: [task, 'start'],
  reportOwn: [task, 'reportOwn'],
  finish: [task, 'finish'],
  countStart: [stocktake, 'start'],
  count: [stocktake, 'count'],
}
/** Somebody else has counted the line: that is no state of the sheet. */
export const isOther = ({ problem }: Entry) => !!problem?.theirs && 'countedBy' in problem.theirs
/** Whether the record, as the server has it, lets it be done. */
function isOpenTo(entry: Entry): boolean {
  const { kind, problem } = entry
  const open = opens[kind]
  return !open || !problem?.theirs || isOther(entry) || allowed(open[0], open[1], problem.theirs)
}
const againWords = (entry: Entry) => {
  if (isOther(entry)) return 'field.againOver'
  return entry.problem?.theirs && isOfTask(entry) ? 'field.againOn' : 'field.again'
}
const ofTask: readonly Entry['kind'][] = ['claim', 'start', 'reportOwn', 'finish']
const isOfTask = ({ kind }: Entry) => ofTask.includes(kind)
type Say = ReturnType<typeof useTranslation<'shell'>>['t']

/** Why it stopped, in a sentence: what the server said of the whole, and of fields. */
function reasonOf(t: Say, labels: ReturnType<typeof useLabels>, entry: Entry): string {
  const { kind, problem } = entry
  if (!problem) return ''
  if (problem.code === 'field.photo_lost') return t('field.photoLost')
  if (problem.theirs === null && (kind === 'start' || kind === 'finish')) return t('field.gone')
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
