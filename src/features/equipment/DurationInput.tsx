import type { InputProps } from '#src/kit/fields/kind.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { DurationBox } from './DurationBox.tsx'
import type { Typed } from '#src/features/command/NumberBox.tsx'

/** A field of seconds. */
export default function DurationInput({
  id,
  entity,
  name,
  field,
  value,
  disabled,
  describedBy,
  onChange,
}: InputProps) {
  const t = useLabels(entity)
  return (
    <DurationBox
      id={id}
      label={fieldLabel(t, entity, name)}
      max={field.max ?? 0}
      value={(value ?? null) as Typed}
      disabled={disabled}
      describedBy={describedBy}
      onChange={onChange}
    />
  )
}
