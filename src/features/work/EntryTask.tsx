import { Link } from 'react-router'
import { task, taskScreen } from '#contract/work/task.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/**
 * That an entry of the journal became a task, or came from one that was accepted, and the way there
 * for whoever may look at tasks.
 */
export default function EntryTask({ row }: { row: Row }) {
  const t = useLabels({ module: 'work' })
  const mayOpen = useGranted(task.permissions.list) === true
  const isAccepted = row.origin === 'task'
  if (row.taskFlag !== 1 && !isAccepted) return null
  const said = t(isAccepted ? 'work:fromEntry.accepted' : 'work:fromEntry.became')
  const id = isAccepted ? row.doneTaskId : row.taskId
  return (
    <p>
      {mayOpen && typeof id === 'number' ? (
        <Link to={`${taskScreen.route}?open=show&id=${id}`}>{said}</Link>
      ) : (
        said
      )}
      {row.undoneFlag === 1 && ` · ${t('work:fromEntry.undone')}`}
    </p>
  )
}
