import { Form } from 'antd'
import type { Entity } from '#contract/entity.ts'
import { inputs } from './fields/inputs.ts'
import { rangeText } from './fields/number-text.ts'
import { isWritable, type FormKind } from './form-value.ts'
import { fieldLabel } from './label.ts'
import { useLabels } from './use-labels.ts'
import type { RecordForm } from './use-record-form.ts'

interface FormFieldProps {
  id: string
  entity: Entity
  name: string
  kind: FormKind
  form: Pick<RecordForm, 'base' | 'value' | 'errors' | 'isBusy' | 'set' | 'check'>
}

/** One field of a form: its label, its limits before any mistake (quality F9), its input, its mistake. */
export function FormField({ id, entity, name, kind, form }: FormFieldProps) {
  const t = useLabels(entity)
  const field = entity.fields[name]!
  const Input = inputs[field.kind]
  const mistake = form.errors[name]
  const hint = field.kind === 'integer' || field.kind === 'decimal' ? rangeText(field) : undefined
  const noteId = `${id}-note`
  return (
    <Form.Item
      label={<span id={`${id}-label`}>{fieldLabel(t, entity, name)}</span>} htmlFor={id} required={field.required}
      validateStatus={mistake ? 'error' : undefined} className="kit-field"
      help={mistake || hint ? <span id={noteId} role={mistake ? 'alert' : undefined}>{mistake ?? hint}</span> : undefined}
    >
      <Input
        id={id} entity={entity} name={name} field={field} row={form.base} value={form.value[name]} invalid={mistake !== undefined}
        describedBy={mistake || hint ? noteId : undefined} disabled={!isWritable(field, kind) || form.isBusy}
        onChange={(next) => form.set(name, next)} onBlur={() => form.check(name)}
      />
    </Form.Item>
  )
}
