import { Select } from 'antd'
import { useState } from 'react'
import { farmLog } from '#contract/journal/farm-log.ts'
import type { Field } from '#contract/field.ts'
import { again, fieldState, isFieldOn } from '#src/api/field/field.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldPhotos } from '#src/kit/calls/field/FieldPhotos.tsx'
import { useDeed } from '#src/kit/calls/field/use-deed.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { FieldVoice } from './FieldVoice.tsx'
import VoiceInput from './VoiceInput.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { momentOf, shortOf } from '#src/kit/fields/date/day-text.ts'
import { useTakenPhotos } from './use-taken-photos.ts'
import type { Entry, EntryPhoto } from '#src/lib/field/entry.ts'
import { randomId } from '#src/lib/random.ts'

const names = [
  'logTitle',
  'logLevel',
  'content',
  'voice',
  'description',
  'areaId',
  'landId',
] as const
type Name = (typeof names)[number]
type Values = Readonly<Partial<Record<string, unknown>>>
const isPicture = ({ soundBytes }: EntryPhoto) => soundBytes === undefined
const createLog = { endpoint: farmLog.api.create, access: { code: farmLog.permissions.create } }
/** A picture comes first and says most; how bad it is nobody is asked. */
const photoNames: readonly Name[] = ['logTitle', 'areaId', 'landId', 'description', 'voice']
const mostTitle = farmLog.fields.logTitle.max

/** Where it was seen: at the task that is being done, on the base that is chosen or that has work. */
const placeOf = (at: Row | undefined, base: number | null): Values => ({
  areaId: at?.areaId ?? base ?? fieldState().kept?.pack.content[0]?.areaId ?? null,
  landId: (at?.landIds as number[] | undefined)?.[0] ?? null,
  batchId: at?.batchId ?? null,
})

interface Props {
  /** A picture that was taken, no problem. */
  isPhoto?: boolean
  /** Done at it as the problem was seen. */
  task?: Row | undefined
  /** What else it may have been taken at. */
  tasks?: readonly Row[]
  /** One that was stopped on its way, to be changed and sent again. */
  entry?: Entry | undefined
  onClose: () => void
}
/**
 * Reports a problem seen in the field, or keeps a picture that was taken there, as an entry of the
 * journal; without a network too.
 */
export default function ReportDialog({ isPhoto, task: begun, tasks = [], entry, onClose }: Props) {
  const t = useLabels(farmLog)
  const base = useCurrentBase()
  const zone = useTimeZone()
  const [task, setTask] = useState(begun)
  const kind = isPhoto ? 'photo' : 'report'
  const required: readonly Name[] = ['logTitle', 'areaId', ...(isPhoto ? ['content' as const] : [])]
  /** What a picture is called until somebody says more. */
  const titleOf = (at: Row | undefined) =>
    at
      ? String(at.title).slice(0, mostTitle)
      : t('journal:photo.titled', {
          time: shortOf(momentOf(new Date().toISOString(), zone), zone),
        })
  const [value, setValue] = useState<Values>(() =>
    entry
      ? {
          ...entry.input,
          content: entry.photos.filter(isPicture),
          voice: entry.photos.filter((one) => !isPicture(one)),
        }
      : {
          ...placeOf(task, base),
          ...(isPhoto && { logTitle: titleOf(task) }),
          logLevel: isPhoto ? 'info' : 'warn',
          content: [],
          voice: [],
        },
  )
  const [isChecked, setChecked] = useState(false)
  const report = useDeed(createLog, { said: t(`journal:${kind}.sent`), onDone: onClose })
  const isEmpty = (name: Name) =>
    value[name] === undefined ||
    value[name] === null ||
    value[name] === '' ||
    (Array.isArray(value[name]) && value[name].length === 0)
  const lacking = required.filter(isEmpty)
  const taken = useTakenPhotos((photos) =>
    setValue((now) => ({ ...now, content: [...(now.content as unknown[]), ...photos] })),
  )
  const choose = (next: Row | undefined) => {
    setTask(next)
    setValue((now) => ({
      ...now,
      ...(next && placeOf(next, base)),
      ...(now.logTitle === titleOf(task) && { logTitle: titleOf(next) }),
    }))
  }
  const send = async () => {
    setChecked(true)
    if (lacking.length > 0) return
    const { content, voice, ...input } = value
    // Sound goes the way of the pictures.
    const photos = [content, voice].flat() as readonly EntryPhoto[]
    if (entry) {
      await again(entry.id, { input, photos })
      return onClose()
    }
    await report.send(
      {
        kind: 'log',
        subject: `log/${randomId()}`,
        title: String(value.logTitle),
        input,
        version: null,
        photos,
      },
      value,
    )
  }
  const item = (name: Name) => {
    const field: Field = farmLog.fields[name]
    const Input = inputs[field.kind]
    const label = fieldLabel(t, farmLog, name)
    const set = (next: unknown) =>
      setValue((now) => ({
        ...now,
        [name]: next,
        ...(name === 'areaId' && { landId: null, batchId: null }),
      }))
    return (
      <FieldItem
        key={name}
        name={name}
        label={label}
        required={required.includes(name)}
        mistake={
          isChecked && lacking.includes(name)
            ? t(`kit:form.${field.kind === 'text' ? 'fill' : 'choose'}`, {
                name: fieldLabel(t, farmLog, name),
              })
            : undefined
        }
      >
        {(id) =>
          name === 'content' && isFieldOn() ? (
            <FieldPhotos
              id={id}
              value={(value.content ?? []) as readonly EntryPhoto[]}
              max={field.max ?? 1}
              onChange={set}
            />
          ) : name === 'voice' ? (
            isFieldOn() ? (
              <FieldVoice
                id={id}
                value={(value.voice as readonly EntryPhoto[] | undefined)?.[0]}
                disabled={report.isBusy}
                onChange={(sound) => set(sound ? [sound] : [])}
              />
            ) : (
              <VoiceInput
                id={id}
                entity={farmLog}
                name={name}
                field={field}
                value={value.voice}
                disabled={report.isBusy}
                onChange={set}
              />
            )
          ) : (
            <Input
              id={id}
              entity={farmLog}
              name={name}
              field={field}
              value={value[name]}
              above={field.dependsOn ? value[field.dependsOn] : undefined}
              row={task && { ...task, landIdName: (task.landIdsName as string[])?.[0] }}
              disabled={report.isBusy}
              onChange={set}
            />
          )
        }
      </FieldItem>
    )
  }
  return (
    <Dialog
      isLarge
      maskClosable={false}
      title={t(`journal:${kind}.title`)}
      okText={t(`journal:${kind}.send`)}
      sending={report}
      onOk={send}
      onClose={onClose}
    >
      {isPhoto && item('content')}
      {taken === 'failed' && <p role="alert">{t('journal:photo.failed')}</p>}
      {isPhoto && tasks.length > 0 && (
        <FieldItem name="task" label={t('journal:photo.task')}>
          <Select
            allowClear
            value={task?.id}
            placeholder={t('journal:photo.noTask')}
            options={tasks.map(({ id, title }) => ({ value: id, label: String(title) }))}
            onChange={(id) => choose(tasks.find((one) => one.id === id))}
          />
        </FieldItem>
      )}
      {(isPhoto ? photoNames : names).map(item)}
    </Dialog>
  )
}
