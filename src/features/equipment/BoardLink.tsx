import { Link } from 'react-router'
import { boardScreen } from '#contract/board/board.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'

/** A board's name, leading to its cards. */
export function BoardLink({ row }: CellProps) {
  return (
    <Link
      className="kit-link kit-ellipsis"
      to={`${boardScreen.route}/info/${row.id}`}
      title={String(row.name)}
    >
      {String(row.name)}
    </Link>
  )
}
