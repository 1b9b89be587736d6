import type { InputProps } from '#src/kit/fields/kind.ts'
import { useFormSetter, useWholeForm } from '#src/kit/form/values/whole-form.ts'
import { PeopleSelect } from './PeopleSelect.tsx'
import { spanOf } from './planned.ts'
import { asTaskPeople } from './team-people.ts'
import { TeamPicker } from './TeamPicker.tsx'
import { usePlanned } from './use-planned.ts'

/** Who leads a task or takes part in it, chosen in its form: one by one, or a team at once. */
export default function PeopleInput(props: InputProps) {
  const form = useWholeForm()
  const set = useFormSetter()
  const span = spanOf(form)
  const { data } = usePlanned(span, props.row?.id)
  const isMany = props.field.kind === 'refs'
  return (
    <>
      <PeopleSelect
        {...props}
        span={span}
        areaId={form.areaId}
        without={isMany ? form.leaderId : undefined}
      />
      {isMany && (
        <TeamPicker
          areaId={form.areaId}
          disabled={props.disabled ?? false}
          onChoose={(team) => {
            const known = data && new Set(data.people.map(({ id }) => id))
            const { leaderId, participantIds } = asTaskPeople(team, form.leaderId, known)
            set('leaderId', leaderId)
            props.onChange(participantIds)
          }}
        />
      )}
    </>
  )
}
