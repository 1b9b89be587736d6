import { Link } from 'react-router'
import { task, taskScreen } from '#contract/work/task.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'

/** The work that a cost comes from, and the way there for whoever may look at tasks. */
export default function CostTask({ row }: CellProps) {
  const mayOpen = useGranted(task.permissions.list) === true
  if (!row.taskId) return <EmptyValue />
  const name = String(row.taskIdName ?? row.taskId)
  return (
    <span className="kit-ellipsis" title={name}>
      {mayOpen ? (
        <Link to={`${taskScreen.route}?open=show&id=${Number(row.taskId)}`}>{name}</Link>
      ) : (
        name
      )}
    </span>
  )
}
