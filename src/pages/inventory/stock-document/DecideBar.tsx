import { lazy, Suspense } from 'react'
import { recordTimeline } from '#contract/approval/case-calls.ts'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { entityLabel } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { kindOf } from './routes.ts'
import { useDocumentNews } from './use-move.ts'

const Decide = lazy(() => import('./Decide.tsx'))

interface DecideBarProps {
  resource: AnyResource
  row: Row
  onChanged: () => void
}

/** At the lower edge of a document, for whoever is asked about it; else nothing. */
export function DecideBar({ resource, row, onChanged }: DecideBarProps) {
  const t = useLabels(resource.entity)
  const news = useDocumentNews(resource)
  const cases = useCall(
    recordTimeline,
    { formCode: kindOf(resource), thirdId: row.id },
    { enabled: row.auditStatus === auditStatus.submitted },
  )
  const mine = cases.data?.find((one) => one.mine.taskId !== null)?.mine
  if (!mine) return null
  return (
    <div className="document-decide">
      <Suspense>
        <Decide
          mine={mine}
          title={`${entityLabel(t, resource.entity)} ${String(row.code)}`}
          onDone={() => void news().then(onChanged)}
        />
      </Suspense>
    </div>
  )
}
