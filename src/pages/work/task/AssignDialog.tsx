import { useState } from 'react'
import { taskMoves } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { PeopleSelect } from '#src/features/work/PeopleSelect.tsx'
import { spanOf } from '#src/features/work/planned.ts'
import { asTaskPeople } from '#src/features/work/team-people.ts'
import { TeamPicker } from '#src/features/work/TeamPicker.tsx'
import { usePlanned } from '#src/features/work/use-planned.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { actionLabel, fieldLabel } from '#src/kit/definition/label.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

const names = ['leaderId', 'participantIds'] as const

/** Gives a task to a leader and their people, with who is free on its days. */
export default function AssignDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(task)
  const [value, setValue] = useState<Record<(typeof names)[number], unknown>>({
    leaderId: row.leaderId ?? null,
    participantIds: row.participantIds ?? [],
  })
  const [isChecked, setChecked] = useState(false)
  const title = actionLabel(t, task, 'assign')
  const assign = useCallMutation(taskMoves.assign, {
    said: t('kit:list.done', { action: title }),
    onDone: () => onClose(true),
  })
  const span = spanOf({ ...row, ...value })
  const { data } = usePlanned(span, row.id)
  const send = () => {
    setChecked(true)
    const { id, objectVersionNumber } = row
    if (typeof value.leaderId !== 'number') return
    void assign.send({
      id,
      objectVersionNumber,
      leaderId: value.leaderId,
      participantIds: value.participantIds as number[],
    })
  }
  return (
    <Dialog
      title={title}
      okText={title}
      sending={assign}
      onOk={send}
      onClose={() => onClose(false)}
    >
      <p>{String(row.title)}</p>
      {names.map((name) => (
        <FieldItem
          key={name}
          name={name}
          required={name === 'leaderId'}
          label={fieldLabel(t, task, name)}
          mistake={
            isChecked && name === 'leaderId' && value.leaderId === null
              ? t('kit:form.choose', { name: fieldLabel(t, task, name) })
              : undefined
          }
        >
          {(id) => (
            <PeopleSelect
              id={id}
              entity={task}
              name={name}
              field={{ ...task.fields[name], required: name === 'leaderId' }}
              row={row}
              value={value[name]}
              span={span}
              areaId={row.areaId}
              without={name === 'participantIds' ? value.leaderId : undefined}
              disabled={assign.isBusy}
              onChange={(next) => setValue((now) => ({ ...now, [name]: next }))}
            />
          )}
        </FieldItem>
      ))}
      <TeamPicker
        areaId={row.areaId}
        disabled={assign.isBusy}
        onChoose={(team) =>
          setValue(
            asTaskPeople(team, value.leaderId, data && new Set(data.people.map(({ id }) => id))),
          )
        }
      />
    </Dialog>
  )
}
