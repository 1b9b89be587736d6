import { lazy, Suspense, useState } from 'react'
import type { Field } from '#contract/field.ts'
import type { EnteredColumn } from './goods.ts'

const DayPicker = lazy(() => import('#src/kit/fields/date/DayPicker.tsx'))

interface DayCellProps {
  id: string
  label: string
  column: EnteredColumn
  field: Field
  value: string | null
  disabled: boolean | undefined
  onChange: (value: unknown) => void
}

/**
 * A day in a line. The calendar comes with the first look at the cell: two hundred of them would
 * take a second to draw.
 */
export function DayCell({ id, label, column, field, value, disabled, onChange }: DayCellProps) {
  const [isEntered, setEntered] = useState(false)
  const plain = (
    <input
      id={id}
      className="goods-cell"
      aria-label={label}
      data-column={column}
      readOnly
      disabled={disabled}
      placeholder="YYYY-MM-DD"
      value={value ?? ''}
      onFocus={() => setEntered(true)}
    />
  )
  if (!isEntered) return plain
  return (
    <Suspense fallback={plain}>
      <DayPicker
        id={id}
        label={label}
        field={field}
        value={value}
        disabled={disabled}
        onChange={onChange}
        autoFocus
      />
    </Suspense>
  )
}
