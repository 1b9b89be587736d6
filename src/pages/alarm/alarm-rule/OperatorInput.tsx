import { alarmOperators } from '#contract/alarm/alarm-rule.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { CodeInput } from '#src/kit/fields/choice/code-input.tsx'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'

const { above, below, either, ...others } = alarmOperators

/** How a value compares: a change rises, falls or does either, a value is held against a limit. */
export default function OperatorInput(props: InputProps) {
  const isOfChanges = useWholeForm().trigger === 'rate'
  const codes: Record<string, string> = isOfChanges
    ? { above, below, either }
    : { above, below, ...others }
  const value = String(props.value) in codes ? props.value : null
  return <CodeInput {...props} value={value} field={{ ...props.field, codes }} />
}
