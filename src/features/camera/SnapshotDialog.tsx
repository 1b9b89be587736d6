import { Checkbox, Input, Radio } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { farmLog } from '#contract/journal/farm-log.ts'
import { entryWithTask } from '#contract/work/entry-calls.ts'
import type { CameraBrief } from '#contract/camera/viewing.ts'
import {
  isLacking,
  offeredFor,
  priorityFor,
  requiredNames,
  type EntryTask,
  type EntryTaskName,
  type EntryTaskValue,
} from '#src/features/work/entry-task.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

const EntryTaskFields = lazy(() => import('#src/features/work/EntryTaskFields.tsx'))
/** What else the task is to be: the entry says the rest. */
const asked: readonly EntryTaskName[] = ['taskTypeId', 'leaderId', 'participantIds', 'endsOn']
const writeEntry = { endpoint: farmLog.api.create, access: { code: farmLog.permissions.create } }
const levels = ['info', 'warn', 'error'] as const
type Level = (typeof levels)[number]
const mostDescription = 180
const width = 540

interface SnapshotProps {
  camera: Pick<CameraBrief, 'name' | 'areaId' | 'landId'>
  fileUrl: string
  onClose: () => void
}
/** A picture of a camera becomes an entry of the farm's journal, and work where it asks for some. */
export function SnapshotDialog({ camera, fileUrl, onClose }: SnapshotProps) {
  const t = useLabels({ module: 'camera' })
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [level, setLevel] = useState<Level>('info')
  const [isMissing, setMissing] = useState(false)
  const [isTask, setTask] = useState(false)
  const today = useToday()
  const [wanted, setWanted] = useState<EntryTaskValue>(() => offeredFor({}, today))
  const mayTask = useGranted(farmLog.permissions.makeTask)
  const sending = useSend()
  const save = async () => {
    setMissing(true)
    const logTitle = title.trim()
    if (!logTitle || (isTask && asked.some(isAsked))) return
    const entry = {
      logTitle,
      description: description.trim() || null,
      content: [fileUrl],
      areaId: camera.areaId,
      landId: camera.landId,
      logType: 'image' as const,
      logLevel: level,
    }
    if (!isTask)
      return sending.send(writeEntry, entry, { said: t('camera:snapshot.saved'), onDone: onClose })
    const task = {
      ...(wanted as EntryTask),
      title: logTitle,
      description: entry.description,
      priority: priorityFor(level) as EntryTask['priority'],
    }
    await sending.send(
      entryWithTask,
      { entry, task },
      { said: t('camera:snapshot.savedWithTask'), onDone: onClose },
    )
  }
  const isAsked = (name: EntryTaskName) => requiredNames.includes(name) && isLacking(wanted, name)
  return (
    <Dialog
      title={t('camera:snapshot.title')}
      okText={t('camera:snapshot.save')}
      width={width}
      sending={sending}
      onOk={save}
      onClose={onClose}
    >
      <img
        className="snapshot-picture"
        src={fileUrl}
        alt={t('camera:snapshot.of', { name: camera.name })}
      />
      <FieldItem
        name="logTitle"
        label={t('camera:snapshot.fields.title')}
        required
        mistake={isMissing && !title.trim() ? t('camera:snapshot.titleMissing') : undefined}
      >
        <Input
          autoFocus
          maxLength={60}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </FieldItem>
      <FieldItem name="logLevel" label={t('camera:snapshot.fields.level')} required>
        <Radio.Group value={level} onChange={({ target }) => setLevel(target.value as Level)}>
          {levels.map((one) => (
            <Radio key={one} value={one}>
              {t(`camera:snapshot.levels.${one}`)}
            </Radio>
          ))}
        </Radio.Group>
      </FieldItem>
      <FieldItem name="description" label={t('camera:snapshot.fields.description')}>
        <Input.TextArea
          rows={3}
          showCount
          maxLength={mostDescription}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </FieldItem>
      {mayTask && (
        <Checkbox checked={isTask} onChange={({ target }) => setTask(target.checked)}>
          {t('camera:snapshot.makeTask')}
        </Checkbox>
      )}
      {isTask && (
        <Suspense>
          <EntryTaskFields
            names={asked}
            value={wanted}
            isChecked={isMissing}
            isBusy={sending.isBusy}
            onChange={(name, next) => setWanted((now) => ({ ...now, [name]: next }))}
          />
        </Suspense>
      )}
    </Dialog>
  )
}
