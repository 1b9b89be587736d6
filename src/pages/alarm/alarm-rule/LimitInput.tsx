import type { InputProps } from '#src/kit/fields/kind.ts'
import { NumberInput } from '#src/kit/fields/number/number-input.tsx'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'
import { unitOfLimits } from './limit-words.ts'

/** A limit of an alarm, in the unit of what is watched. */
export default function LimitInput(props: InputProps) {
  const unit = unitOfLimits(useWholeForm())
  return <NumberInput {...props} field={unit ? { ...props.field, unit } : props.field} />
}
