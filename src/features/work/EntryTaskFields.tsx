import type { Field } from '#contract/field.ts'
import { task } from '#contract/work/task.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { isLacking, requiredNames, type EntryTaskName, type EntryTaskValue } from './entry-task.ts'

interface FieldsProps {
  names: readonly EntryTaskName[]
  value: EntryTaskValue
  isChecked: boolean
  isBusy: boolean
  onChange: (name: EntryTaskName, value: unknown) => void
}
/** Who does what until when, of a task that an entry of the journal becomes. */
export default function EntryTaskFields({
  names,
  value,
  isChecked,
  isBusy,
  onChange,
}: FieldsProps) {
  const t = useLabels(task)
  return names.map((name) => {
    const field: Field = task.fields[name]
    const Input = inputs[field.kind]
    const isRequired = requiredNames.includes(name)
    return (
      <FieldItem
        key={name}
        name={name}
        label={fieldLabel(t, task, name)}
        required={isRequired}
        mistake={
          isChecked && isRequired && isLacking(value, name)
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
            disabled={isBusy}
            onChange={(next) => onChange(name, next)}
          />
        )}
      </FieldItem>
    )
  })
}
