import { lazy, Suspense } from 'react'
import { TextBox } from '#src/ui/TextBox.ts'
import { isEmpty, type CellProps, type FieldType, type FilterProps } from '#src/kit/fields/kind.ts'
import { dayOf, momentOf, shortOf, yearNow } from './day-text.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'

// antd's date picker is larger than the whole list screen; it comes when one is needed.
const DayRange = lazy(() => import('./DayRange.tsx'))

function Cell({ name, field, row, isBare }: CellProps) {
  const zone = useTimeZone()
  const value = row[name]
  if (isEmpty(value)) return <EmptyValue />
  if (field.kind === 'dateRange')
    return <span className="kit-number">{(value as string[]).join(' – ')}</span>
  const full = field.kind === 'date' ? dayOf(String(value)) : momentOf(String(value), zone)
  return (
    <time
      dateTime={String(value)}
      className="kit-number"
      title={isBare && full.startsWith(yearNow(zone)) ? full : undefined}
    >
      {isBare ? shortOf(full, zone) : full}
    </time>
  )
}

const Filter = (props: FilterProps) => (
  <Suspense fallback={<TextBox id={props.id} disabled aria-busy />}>
    <DayRange {...props} />
  </Suspense>
)

export const dateFace: FieldType = { Cell, Filter }
