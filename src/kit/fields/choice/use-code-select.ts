import { useCodeOptions } from './code.tsx'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'

/** What a select over the codes of a field is drawn with, whether one or several are chosen. */
export function useCodeSelect({
  id,
  entity,
  name,
  field,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  return {
    id,
    className: 'kit-full',
    allowClear: !field.required,
    options: useCodeOptions(entity, name, field.codes ?? {}),
    disabled,
    status: statusOf(invalid),
    'aria-describedby': describedBy,
    onBlur,
  }
}
