import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'

/** Where a device stands: its plot, and beneath it the base, which has a line of its own in a record. */
export function PlaceCell({ row, isDetail }: Pick<CellProps, 'row' | 'isDetail'>) {
  const [place, around] = [row.landIdName, isDetail ? null : row.areaIdName].filter(Boolean)
  if (!place) return <EmptyValue />
  return (
    <>
      <span className="kit-ellipsis" title={String(place)}>
        {String(place)}
      </span>
      {Boolean(around) && <small className="device-beneath">{String(around)}</small>}
    </>
  )
}
