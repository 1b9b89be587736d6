import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { farmLog } from '#contract/journal/farm-log.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useField } from '#src/kit/calls/field/use-field.ts'

const ReportDialog = lazy(() => import('#src/features/journal/ReportDialog.tsx'))
const names = ['photo', 'report', 'entry'] as const

/** A picture that was taken, or a problem to report, of whoever has no tasks to do it from. */
export function HomeReport() {
  const mayWrite = useGranted(farmLog.permissions.create) === true
  const [query, setQuery] = useSearchParams()
  const { entries } = useField()
  const entry = entries.find(({ id, kind }) => kind === 'log' && id === query.get('entry'))
  if (!mayWrite || !(entry || query.has('photo') || query.has('report'))) return null
  const close = () =>
    setQuery(
      (now) => {
        names.forEach((name) => now.delete(name))
        return now
      },
      { replace: true },
    )
  return (
    <Suspense>
      <ReportDialog isPhoto={query.has('photo')} entry={entry} onClose={close} />
    </Suspense>
  )
}
