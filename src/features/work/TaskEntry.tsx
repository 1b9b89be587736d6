import { Link } from 'react-router'
import { farmLog, farmLogScreen } from '#contract/journal/farm-log.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** The way back to the entry that a task came of, for whoever may read the journal. */
export default function TaskEntry({ row }: { row: Row }) {
  const t = useLabels({ module: 'work' })
  const hasEntry = typeof row.logId === 'number'
  const mayOpen = useGranted(farmLog.permissions.list, hasEntry) === true
  if (!hasEntry || !mayOpen) return null
  return (
    <p>
      <Link to={`${farmLogScreen.route}?open=show&id=${String(row.logId)}`}>
        {t('work:fromEntry.entry')}
      </Link>
    </p>
  )
}
