import { memo, useMemo } from 'react'
import type { ChartItem } from '#contract/plan/plan-calls.ts'
import { linkPath, rowHeight, type Ground } from './place.ts'

interface Props {
  items: readonly ChartItem[]
  ground: Ground
  first: number
  last: number
}

/** Who waits for whom, of the rows that are seen. */
export const Links = memo(function Links({ items, ground, first, last }: Props) {
  const rowOf = useMemo(() => new Map(items.map(({ id }, at) => [id, at])), [items])
  const paths = items.flatMap((to, row) =>
    to.afterIds.flatMap((id) => {
      const before = rowOf.get(id)
      if (before === undefined) return []
      // A link is drawn while it crosses what is seen.
      if (Math.max(before, row) < first || Math.min(before, row) >= last) return []
      const from = items[before]!
      const isCritical = from.slack === 0 && to.slack === 0
      return [
        {
          key: `${id}-${to.id}`,
          isCritical,
          path: linkPath(
            ground,
            { row: before, endsOn: from.endsOn },
            { row, startsOn: to.startsOn },
          ),
        },
      ]
    }),
  )
  return (
    <svg
      className="gantt-links"
      aria-hidden="true"
      width={ground.days * ground.width}
      height={items.length * rowHeight}
    >
      {paths.map(({ key, path, isCritical }) => (
        <path key={key} d={path} data-critical={isCritical || undefined} />
      ))}
    </svg>
  )
})
