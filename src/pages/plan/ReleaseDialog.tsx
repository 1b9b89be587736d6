import { Alert, Segmented } from 'antd'
import { useState } from 'react'
import { planChart, releaseDays, releasePlan } from '#contract/plan/plan-calls.ts'
import { planItemStates } from '#contract/plan/plan-item.ts'
import { plan } from '#contract/plan/plan.ts'
import { dayAfter } from '#contract/planting/stages.ts'
import { spanOfAll, withAhead } from '#src/features/work/planned.ts'
import { TooLong } from '#src/features/work/TooLong.tsx'
import { usePlanned } from '#src/features/work/use-planned.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { actionLabel } from '#src/kit/definition/label.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { Marks } from './Marks.tsx'
import './plan.css'

const spans = [7, releaseDays, 30] as const

/** Which items become tasks, and what would keep people off them. */
export default function ReleaseDialog({
  row,
  onClose,
  itemIds,
}: ActionDialogProps & { itemIds?: readonly number[] }) {
  const t = useLabels(plan)
  const [days, setDays] = useState<number>(releaseDays)
  const chart = useCall(planChart, { id: row.id })
  const { send, ...sending } = useCallMutation(releasePlan, {
    said: ({ released }) => t('plan:release.done', { count: released.length }),
    invalidates: [planChart],
    onDone: () => onClose(true),
  })
  const { data, error, refetch } = chart
  const due = (data?.items ?? []).filter(
    ({ id, state, startsOn }) =>
      state === planItemStates.waiting &&
      (itemIds ? itemIds.includes(id) : startsOn <= dayAfter(data!.today, days)),
  )
  const span = spanOfAll(due)
  const planned = usePlanned(span, undefined).data
  const title = actionLabel(t, plan, 'release')
  return (
    <Dialog
      title={title}
      okText={t('plan:release.go', { count: due.length })}
      sending={sending}
      isLacking={due.length === 0}
      onOk={() => send({ id: row.id, itemIds: due.map(({ id }) => id).slice(0, 200) })}
      onClose={() => onClose(false)}
    >
      <p>{t('plan:release.note')}</p>
      {!itemIds && (
        <Segmented
          aria-label={t('common:shownAs')}
          value={days}
          onChange={setDays}
          options={spans.map((value) => ({
            value,
            label: t('plan:release.days', { count: value }),
          }))}
        />
      )}
      {error && <LoadFailed error={error} height={160} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data && due.length === 0 && <p>{t('plan:release.nothing')}</p>}
      {due.some(({ locks }) => locks.length > 0) && (
        <Alert type="warning" showIcon message={t('plan:release.locked')} />
      )}
      <TooLong
        planned={planned && withAhead(planned, due)}
        span={span}
        chosen={due.map(({ leaderId }) => leaderId)}
      />
      <ul className="plan-moves">
        {due.map((item) => (
          <li key={item.id}>
            <b>{item.title}</b>
            <span className="kit-number">{`${item.startsOn} – ${item.endsOn}`}</span>
            {item.locks.length > 0 && <Marks item={item} />}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
