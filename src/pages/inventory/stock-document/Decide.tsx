import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { CaseDetail } from '#contract/approval/case-calls.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const DecisionDialog = lazy(() => import('#src/features/approval/DecisionDialog.tsx'))
const decisions = ['transfer', 'return', 'reject', 'approve'] as const

/** What the reader of a document may decide, where it lies before them. */
export default function Decide({
  mine,
  title,
  onDone,
}: {
  mine: CaseDetail['mine']
  title: string
  onDone: () => void
}) {
  const t = useLabels({ module: 'approval' })
  const [action, setAction] = useState<(typeof decisions)[number]>()
  return (
    <>
      {decisions.map((one) => (
        <Button
          key={one}
          type={one === 'approve' ? 'primary' : 'default'}
          danger={one === 'reject'}
          onClick={() => setAction(one)}
        >
          {t(`approval:actions.${one}`)}
        </Button>
      ))}
      {action && mine.taskId !== null && (
        <Suspense>
          <DecisionDialog
            taskId={mine.taskId}
            title={title}
            action={action}
            back={mine}
            onClose={(isDone) => {
              setAction(undefined)
              if (isDone) onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
