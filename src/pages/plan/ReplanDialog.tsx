import { Checkbox } from 'antd'
import { useState } from 'react'
import { planChart, replanAhead, replanPlan } from '#contract/plan/plan-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { actionLabel } from '#src/kit/definition/label.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import './plan.css'

const most = 12

/** What would move, before it does: what should have begun already, and what waits for it. */
export default function ReplanDialog({
  row,
  onClose,
  follow: isAsked = false,
}: ActionDialogProps & { follow?: boolean }) {
  const t = useLabels(plan)
  const [follow, setFollow] = useState(isAsked)
  const {
    data: ahead,
    error,
    refetch,
  } = useCall(replanAhead, {
    id: row.id,
    follow: follow ? 1 : 0,
  })
  const chart = useCall(planChart, { id: row.id })
  const title = isAsked ? t('plan:planting.follow') : actionLabel(t, plan, 'replan')
  const { send, ...sending } = useCallMutation(replanPlan, {
    said: ({ moved }) => t('plan:moves.done', { count: moved.length }),
    invalidates: [planChart],
    onDone: () => onClose(true),
  })
  const names = new Map(chart.data?.items.map(({ id, title: name }) => [id, name]))
  return (
    <Dialog
      title={title}
      okText={title}
      sending={sending}
      isLacking={!ahead || (!isAsked && ahead.moved.length === 0)}
      onOk={() => send({ id: row.id, objectVersionNumber: ahead!.objectVersionNumber, follow })}
      onClose={() => onClose(false)}
    >
      <p>{t('plan:replan.note')}</p>
      {!isAsked && (
        <Checkbox checked={follow} onChange={({ target }) => setFollow(target.checked)}>
          {t('plan:replan.follow')}
        </Checkbox>
      )}
      {error && <LoadFailed error={error} height={160} onRetry={() => void refetch()} />}
      {!ahead && !error && <ListSkeleton rows={3} />}
      {ahead?.moved.length === 0 && <p>{t('plan:replan.nothing')}</p>}
      {ahead && ahead.moved.length > 0 && (
        <ul className="plan-moves">
          {ahead.moved.slice(0, most).map((to, at) => (
            <li key={to.id}>
              <b>{names.get(to.id)}</b>
              <span className="kit-number">{`${ahead.before[at]!.startsOn} → ${to.startsOn}`}</span>
            </li>
          ))}
          {ahead.moved.length > most && (
            <li>{t('plan:more', { count: ahead.moved.length - most })}</li>
          )}
        </ul>
      )}
    </Dialog>
  )
}
