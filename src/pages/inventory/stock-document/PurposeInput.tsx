import { purposes } from '#contract/inventory/document-kinds.ts'
import { CodeInput } from '#src/kit/fields/choice/code-input.tsx'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'

const ofSource: readonly unknown[] = [purposes.transfer, purposes.replacement]

/**
 * Why goods move: what only comes with the document that a draft is made from is not offered to one
 * that is made from nothing.
 */
export default function PurposeInput(props: InputProps) {
  const isSourced = useWholeForm().sourceId !== undefined || props.row?.sourceId != null
  const codes = Object.fromEntries(
    Object.entries(props.field.codes!).filter(([, code]) =>
      isSourced ? code === props.value : !ofSource.includes(code),
    ),
  )
  return <CodeInput {...props} field={{ ...props.field, codes }} />
}
