import type { InputProps } from '#src/kit/fields/kind.ts'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'
import { PeopleSelect } from './PeopleSelect.tsx'
import { spanOf } from './planned.ts'

/** Who leads a task or takes part in it, chosen in its form. */
export default function PeopleInput(props: InputProps) {
  const form = useWholeForm()
  return (
    <PeopleSelect
      {...props}
      span={spanOf(form)}
      areaId={form.areaId}
      without={props.field.kind === 'refs' ? form.leaderId : undefined}
    />
  )
}
