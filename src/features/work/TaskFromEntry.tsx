import { useState } from 'react'
import type { z } from 'zod'
import type { Field } from '#contract/field.ts'
import { taskFromEntry } from '#contract/work/entry-calls.ts'
import { task } from '#contract/work/task.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { ActionDialogProps, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { dayOf, momentOf } from '#src/kit/fields/date/day-text.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

/** Who does what until when; where it is, the entry says. */
const names = ['title', 'taskTypeId', 'leaderId', 'endsOn', 'priority', 'description'] as const
type Name = (typeof names)[number]
type Offered = Omit<z.output<typeof taskFromEntry.input>, 'id'>
const required: readonly Name[] = ['title', 'taskTypeId', 'endsOn']
const priorities: Readonly<Record<string, string>> = { error: 'urgent', warn: 'high' }

const offered = ({ logTitle, description, logLevel }: Row, today: string) => ({
  title: logTitle,
  taskTypeId: null,
  leaderId: null,
  endsOn: today,
  priority: priorities[String(logLevel)] ?? 'normal',
  description: description ?? null,
})

/** Makes a task of something that somebody wrote into the journal. */
export default function TaskFromEntry({ row, onClose }: ActionDialogProps) {
  const t = useLabels(task)
  const zone = useTimeZone()
  const [today] = useState(() => dayOf(momentOf(new Date().toISOString(), zone)))
  const [value, setValue] = useState<Record<Name, unknown>>(() => offered(row, today))
  const [isChecked, setChecked] = useState(false)
  const making = useCallMutation(taskFromEntry, {
    said: t('work:fromEntry.done', { title: String(value.title) }),
    onDone: () => onClose(true),
  })
  const isEmpty = (name: Name) => value[name] === null || value[name] === ''
  const send = () => {
    setChecked(true)
    if (required.some(isEmpty)) return
    void making.send({ ...(value as Offered), id: row.id })
  }
  const item = (name: Name) => {
    const field: Field = task.fields[name]
    const Input = inputs[field.kind]
    return (
      <FieldItem
        key={name}
        name={name}
        label={fieldLabel(t, task, name)}
        required={required.includes(name)}
        mistake={
          isChecked && required.includes(name) && isEmpty(name)
            ? t(`kit:form.${field.kind === 'text' ? 'fill' : 'choose'}`, {
                name: fieldLabel(t, task, name),
              })
            : undefined
        }
      >
        {(id) => (
          <Input
            id={id}
            entity={task}
            name={name}
            field={field}
            value={value[name]}
            disabled={making.isBusy}
            onChange={(next) => setValue((now) => ({ ...now, [name]: next }))}
          />
        )}
      </FieldItem>
    )
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
      {names.map(item)}
    </Dialog>
  )
}
