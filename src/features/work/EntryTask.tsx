import { Link } from 'react-router'
import { task, taskScreen } from '#contract/work/task.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** That an entry of the journal became a task, and the way there for whoever may look at tasks. */
export default function EntryTask({ row }: { row: Row }) {
  const t = useLabels({ module: 'work' })
  const mayOpen = useGranted(task.permissions.list) === true
  if (row.taskFlag !== 1) return null
  const said = t('work:fromEntry.became')
  return (
    <p>
      {mayOpen && typeof row.taskId === 'number' ? (
        <Link to={`${taskScreen.route}?open=show&id=${row.taskId}`}>{said}</Link>
      ) : (
        said
      )}
    </p>
  )
}
