import { useState } from 'react'
import { taskFromEntry } from '#contract/work/entry-calls.ts'
import { task } from '#contract/work/task.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import EntryTaskFields from './EntryTaskFields.tsx'
import {
  isLacking,
  offeredFor,
  requiredNames,
  type EntryTask,
  type EntryTaskName,
  type EntryTaskValue,
} from './entry-task.ts'

const names: readonly EntryTaskName[] = [
  'title',
  'taskTypeId',
  'leaderId',
  'participantIds',
  'endsOn',
  'priority',
  'description',
]

/** Makes a task of something that somebody wrote into the journal. */
export default function TaskFromEntry({ row, onClose }: ActionDialogProps) {
  const t = useLabels(task)
  const today = useToday()
  const [value, setValue] = useState<EntryTaskValue>(() => offeredFor({ ...row }, today))
  const [isChecked, setChecked] = useState(false)
  const making = useCallMutation(taskFromEntry, {
    said: t('work:fromEntry.done', { title: String(value.title) }),
    onDone: () => onClose(true),
  })
  const send = () => {
    setChecked(true)
    if (requiredNames.some((name) => isLacking(value, name))) return
    void making.send({ ...(value as EntryTask), id: row.id })
  }
  return (
    <Dialog
      isLarge
      title={t('work:fromEntry.title')}
      okText={t('work:fromEntry.make')}
      sending={making}
      onOk={send}
      onClose={() => onClose(false)}
    >
      <EntryTaskFields
        names={names}
        value={value}
        isChecked={isChecked}
        isBusy={making.isBusy}
        onChange={(name, next) => setValue((now) => ({ ...now, [name]: next }))}
      />
    </Dialog>
  )
}
