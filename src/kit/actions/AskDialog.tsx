import { Alert, Form, Modal } from 'antd'
import { useId, useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { isEmpty } from '#src/kit/fields/kind.ts'
import { clearedBy, type FormValue } from '#src/kit/form/values/form-value.ts'
import { toast } from '#src/ui/toast.ts'
import { actionLabel, fieldLabel } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { sendAction, sendRows } from './use-run-action.ts'
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

const typedIn: ReadonlySet<string> = new Set([
  'text',
  'richtext',
  'phone',
  'integer',
  'decimal',
  'money',
])
const isChosen = ({ kind }: Field) => !typedIn.has(kind)

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
  const prefix = useId()
  const names = entity.actionInputs![action]!
  const [value, setValue] = useState<FormValue>({})
  const [isChecked, setChecked] = useState(false)
  const { run, isBusy, problem, fields } = useSubmit()
  const mistakeOf = (name: string) =>
    isChecked && isEmpty(value[name])
      ? t(isChosen(entity.fields[name]!) ? 'kit:form.choose' : 'kit:form.fill', {
          name: fieldLabel(t, entity, name),
        })
      : fields[name]
  const save = async () => {
    setChecked(true)
    if (names.some((name) => isEmpty(value[name]))) return
    const isDone = await run(() =>
      entity.batchActions?.includes(action)
        ? sendRows(entity, action, rows, value)
        : sendAction(entity, action, rows[0]!, value),
    )
    if (!isDone) return
    toast({ text: t('kit:list.done', { action: actionLabel(t, entity, action) }), tone: 'good' })
    onClose(true)
  }
  const title = actionLabel(t, entity, action)
  return (
    <Modal
      open
      title={title}
      okText={title}
      okButtonProps={{ danger: isDanger }}
      confirmLoading={isBusy}
      transitionName=""
      maskTransitionName=""
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <p>
        {rows.length === 1
          ? String(rows[0]![entity.title] ?? '')
          : t('kit:list.selected', { count: rows.length })}
      </p>
      {note && <p>{note}</p>}
      {problem && <Alert type="error" showIcon message={problem} className="kit-form-note" />}
      <Form component={false} layout="vertical">
        {names.map((name) => {
          const field = entity.fields[name]!
          const Input = inputs[field.kind]
          const id = `${prefix}${name}`
          const mistake = mistakeOf(name)
          return (
            <Form.Item
              key={name}
              required
              htmlFor={id}
              label={<span id={`${id}-label`}>{fieldLabel(t, entity, name)}</span>}
              validateStatus={mistake ? 'error' : undefined}
              help={
                mistake ? (
                  <span id={`${id}-note`} role="alert">
                    {mistake}
                  </span>
                ) : undefined
              }
            >
              <Input
                id={id}
                entity={entity}
                name={name}
                field={{ ...field, required: true }}
                value={value[name] ?? null}
                above={field.dependsOn && value[field.dependsOn]}
                disabled={isBusy}
                invalid={mistake !== undefined}
                describedBy={mistake ? `${id}-note` : undefined}
                onChange={(next) =>
                  setValue((now) => ({ ...now, ...clearedBy(entity.fields, name), [name]: next }))
                }
              />
            </Form.Item>
          )
        })}
      </Form>
    </Modal>
  )
}
