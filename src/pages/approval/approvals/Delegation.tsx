import { Alert, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { endDelegation, myDelegation } from '#contract/approval/delegation-calls.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const DelegateDialog = lazy(() => import('./DelegateDialog.tsx'))

/** Who decides for me while I am away, for whom I decide, and how that is set. */
export function Delegation({ onMoved }: { onMoved: () => void }) {
  const t = useLabels({ module: 'approval' })
  const [isOpen, setOpen] = useState(false)
  const { data } = useCall(myDelegation, {})
  const ending = useCallAction(endDelegation, {
    asks: () => ({
      title: t('approval:delegation.endTitle'),
      body: t('approval:delegation.endNote'),
      go: t('approval:delegation.end'),
    }),
    said: t('approval:delegation.ended'),
    invalidates: [myDelegation],
  })
  if (!data) return null
  const { mine, forMe } = data
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
              <Button size="small" danger onClick={() => void ending.send({})}>
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
              if (isDone) onMoved()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
