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
const required: readonly Name[] = ['logTitle', 'areaId']

/** Where it was seen: at the task that is being done, on the base that is chosen or that has work. */
const beginning = (at: Row | undefined, base: number | null): Values => ({
  logLevel: 'warn',
  content: [],
  voice: [],
  areaId: at?.areaId ?? base ?? fieldState().kept?.pack.content[0]?.areaId ?? null,
  landId: (at?.landIds as number[] | undefined)?.[0] ?? null,
  batchId: at?.batchId ?? null,
})

interface Props {
  /** Done at it as the problem was seen. */
  task?: Row | undefined
  /** One that was stopped on its way, to be changed and sent again. */
  entry?: Entry | undefined
  onClose: () => void
}
/** Reports a problem seen in the field, as an entry of the journal; without a network too. */
export default function ReportDialog({ task, entry, onClose }: Props) {
  const t = useLabels(farmLog)
  const base = useCurrentBase()
  const [value, setValue] = useState<Values>(() =>
    entry
      ? {
          ...entry.input,
          content: entry.photos.filter(isPicture),
          voice: entry.photos.filter((one) => !isPicture(one)),
        }
      : beginning(task, base),
  )
  const [isChecked, setChecked] = useState(false)
  const report = useDeed(createLog, { said: t('journal:report.sent'), onDone: onClose })
  const isEmpty = (name: Name) =>
    value[name] === undefined || value[name] === null || value[name] === ''
  const lacking = required.filter(isEmpty)
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
      title={t('journal:report.title')}
      okText={t('journal:report.send')}
      sending={report}
      onOk={send}
      onClose={onClose}
    >
      {names.map(item)}
    </Dialog>
  )
}
