import { lazy, Suspense } from 'react'
import { isEmpty, type CellProps, type FieldType, type FilterProps } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { RefSelect } from './RefSelect.tsx'

// It asks for the names that units have in English: fetched where one is shown.
const UnitName = lazy(() => import('./UnitName.tsx'))

function Cell({ name, row, field }: CellProps) {
  if (field.to === 'unit')
    return (
      <Suspense>
        <UnitName name={row[`${name}Name`]} />
      </Suspense>
    )
  if (isEmpty(row[name])) return <EmptyValue />
  const label = [row[`${name}Name`] ?? row[name]].flat().join(', ')
  return label ? (
    <span className="kit-ellipsis" title={label}>
      {label}
    </span>
  ) : (
    <EmptyValue />
  )
}

const Filter = ({ id, field, value, onChange }: FilterProps) => (
  <RefSelect
    id={id}
    to={field.to}
    value={value}
    chosen={[]}
    onChange={(next) => onChange(next ?? undefined)}
  />
)

export const refFace: FieldType = { Cell, Filter }
