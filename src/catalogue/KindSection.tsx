import { useId, useState } from 'react'
import type { FieldKind } from '#contract/field.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import { FormField } from '#src/kit/form/FormField.tsx'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Section, Shown } from './Shown.tsx'
import { rowOf, specimensOf, type Specimen } from './specimens.ts'

function Filter({ specimen: { entity, name } }: { specimen: Specimen }) {
  const t = useLabels(entity)
  const id = useId()
  const [value, setValue] = useState<unknown>()
  const field = entity.fields[name]!
  const { Filter: Control } = fieldTypes[field.kind]
  if (!Control) return null
  return (
    <Shown name="filter">
      <div className="filter-item">
        <label htmlFor={id}>{fieldLabel(t, entity, name)}</label>
        <Control
          id={id}
          entity={entity}
          name={name}
          field={field}
          value={value}
          onChange={setValue}
        />
      </div>
    </Shown>
  )
}

interface InputProps {
  specimen: Specimen
  state: string
  value?: unknown
  isInvalid?: boolean
  isDisabled?: boolean
}
/** An input as the forms draw it: with its label, its limits and its mistake. */
function Input({ specimen, state, value = null, isInvalid, isDisabled = false }: InputProps) {
  const { entity, name } = specimen
  const t = useLabels(entity)
  const [current, setCurrent] = useState(value)
  const mistake = t('field.invalid', { ns: 'errors', keySeparator: false })
  return (
    <Shown name={`input ${state}`}>
      <FormField
        id={useId()}
        entity={entity}
        name={name}
        kind="create"
        value={current}
        above={undefined}
        mistake={isInvalid ? mistake : undefined}
        row={rowOf(specimen, value)}
        isBusy={isDisabled}
        onSet={(_, next) => setCurrent(next)}
        onCheck={() => undefined}
      />
    </Shown>
  )
}

function Cells({ specimen }: { specimen: Specimen }) {
  const { entity, name, filled, long } = specimen
  const cell = (value: unknown, isDetail: boolean) => (
    <div className="catalogue-cell">
      <FieldCell
        resource={{ entity }}
        name={name}
        row={rowOf(specimen, value)}
        isDetail={isDetail}
      />
    </div>
  )
  return (
    <>
      <Shown name="cell">{cell(filled, false)}</Shown>
      <Shown name="cell long">{cell(long, false)}</Shown>
      <Shown name="cell empty">{cell(null, false)}</Shown>
      <Shown name="cell roomy">{cell(long, true)}</Shown>
    </>
  )
}

/** All that one kind of field can look like. */
export function KindSection({ kind }: { kind: FieldKind }) {
  const t = useLabels()
  const specimens = [specimensOf(t)[kind]].flat()
  return specimens.map((specimen, at) => (
    <Section key={specimen.name} name={at ? `${kind} ${specimen.name}` : kind}>
      <Cells specimen={specimen} />
      <Filter specimen={specimen} />
      <Input specimen={specimen} state="empty" />
      <Input specimen={specimen} state="filled" value={specimen.filled} />
      <Input specimen={specimen} state="long" value={specimen.long} />
      <Input specimen={specimen} state="invalid" value={specimen.filled} isInvalid />
      <Input specimen={specimen} state="disabled" value={specimen.filled} isDisabled />
    </Section>
  ))
}
