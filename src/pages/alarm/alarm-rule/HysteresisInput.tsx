import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'
import { limitWords } from './limit-words.ts'
import LimitInput from './LimitInput.tsx'

/** How far a value has to come back, with where that lets this rule's alarm begin and end. */
export default function HysteresisInput(props: InputProps) {
  const t = useLabels({ module: 'equipment' })
  const words = limitWords(t, useWholeForm())
  return (
    <>
      <LimitInput {...props} />
      {words && <span role="status">{words}</span>}
    </>
  )
}
