import { useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { isChosen, isEmpty } from '#src/kit/fields/kind.ts'
import { clearedBy, type FormValue } from '#src/kit/form/values/form-value.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { toast } from '#src/ui/toast.ts'
import { actionLabel, fieldLabel } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSendAction } from './use-send-action.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'

interface AskDialogProps {
  resource: AnyResource
  action: string
  rows: readonly Row[]
  /** What it will do, where its name says too little. */
  note?: string
  isDanger?: boolean
  onClose: (changed: boolean) => void
}

/** Asks for the fields that an action takes, all of them required, and does it to the rows. */
export default function AskDialog({
  resource,
  action,
  rows,
  note,
  isDanger = false,
  onClose,
}: AskDialogProps) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const names = entity.actionInputs![action]!
  const [value, setValue] = useState<FormValue>({})
  const [isChecked, setChecked] = useState(false)
  const { act, actAll } = useSendAction(resource)
  const { run, ...state } = useSubmit()
  const mistakeOf = (name: string) =>
    isChecked && isEmpty(value[name])
      ? t(isChosen(entity.fields[name]!) ? 'kit:form.choose' : 'kit:form.fill', {
          name: fieldLabel(t, entity, name),
        })
      : undefined
  const save = async () => {
    setChecked(true)
    if (names.some((name) => isEmpty(value[name]))) return
    const isDone = await run(async () => {
      if (entity.batchActions?.includes(action)) await actAll(action, rows, value)
      else await act(action, rows[0]!, value)
    })
    if (!isDone) return
    toast({ text: t('kit:list.done', { action: actionLabel(t, entity, action) }), tone: 'good' })
    onClose(true)
  }
  const title = actionLabel(t, entity, action)
  return (
    <Dialog
      title={title}
      okText={title}
      isDanger={isDanger}
      sending={state}
      onOk={save}
      onClose={() => onClose(false)}
    >
      <p>
        {rows.length === 1
          ? String(rows[0]![entity.title] ?? '')
          : t('kit:list.selected', { count: rows.length })}
      </p>
      {note && <p>{note}</p>}
      {names.map((name) => {
        const field = entity.fields[name]!
        const Input = inputs[field.kind]
        return (
          <FieldItem
            key={name}
            name={name}
            required
            label={fieldLabel(t, entity, name)}
            mistake={mistakeOf(name)}
          >
            {(id) => (
              <Input
                id={id}
                entity={entity}
                name={name}
                field={{ ...field, required: true }}
                value={value[name] ?? null}
                above={field.dependsOn && value[field.dependsOn]}
                disabled={state.isBusy}
                invalid={(mistakeOf(name) ?? state.fields[name]) !== undefined}
                describedBy={`${id}-note`}
                onChange={(next) =>
                  setValue((now) => ({ ...now, ...clearedBy(entity.fields, name), [name]: next }))
                }
              />
            )}
          </FieldItem>
        )
      })}
    </Dialog>
  )
}
