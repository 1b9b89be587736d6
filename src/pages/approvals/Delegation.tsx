import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { endDelegation, myDelegation } from '#contract/approval/delegation-calls.ts'
import { call } from '#src/api/call.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { confirm } from '#src/ui/confirm.ts'
import { toast } from '#src/ui/toast.ts'

const DelegateDialog = lazy(() => import('./DelegateDialog.tsx'))

/** Who decides for me while I am away, for whom I decide, and how that is set. */
export function Delegation({ onMoved }: { onMoved: () => void }) {
  const t = useLabels({ module: 'approval' })
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['approval-delegation'],
    queryFn: ({ signal }) => call(myDelegation, {}, { quiet: true, signal }),
  })
  const again = () => void queries.invalidateQueries({ queryKey: ['approval-delegation'] })
  if (!data) return null
  const { mine, forMe } = data
  const end = async () => {
    if (
      !(await confirm({
        title: t('approval:delegation.endTitle'),
        body: t('approval:delegation.endNote'),
        go: t('approval:delegation.end'),
      }))
    )
      return
    await call(endDelegation, {}, { quiet: true }).then(
      () => toast({ text: t('approval:delegation.ended'), tone: 'good' }),
      (error: unknown) => toastRefusal(t, error),
    )
    again()
  }
  const forms =
    mine && mine.formCodes.length > 0
      ? mine.formCodes.map((code) => t(`approval:forms.${code}`)).join(t('approval:flow.and'))
      : t('approval:delegation.all')
  return (
    <div className="approval-delegation">
      {mine && (
        <Alert
          type={mine.isThere ? 'info' : 'warning'}
          showIcon
          message={t(
            mine.isThere
              ? mine.isActive
                ? 'approval:delegation.active'
                : 'approval:delegation.planned'
              : 'approval:delegation.left',
            { name: mine.toName, from: mine.beginsOn, to: mine.endsOn, forms },
          )}
          action={
            <>
              <Button size="small" onClick={() => setOpen(true)}>
                {t('approval:delegation.change')}
              </Button>{' '}
              <Button size="small" danger onClick={() => void end()}>
                {t('approval:delegation.end')}
              </Button>
            </>
          }
        />
      )}
      {forMe.map((one) => (
        <Alert
          key={one.name + one.beginsOn}
          type="info"
          showIcon
          message={t(
            one.isActive ? 'approval:delegation.forMe' : 'approval:delegation.forMeLater',
            { name: one.name, from: one.beginsOn, to: one.endsOn },
          )}
        />
      ))}
      {!mine && <Button onClick={() => setOpen(true)}>{t('approval:delegation.set')}</Button>}
      {isOpen && (
        <Suspense>
          <DelegateDialog
            mine={mine}
            onClose={(isDone) => {
              setOpen(false)
              if (isDone) {
                again()
                onMoved()
              }
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
