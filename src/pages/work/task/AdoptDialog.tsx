import { useOne } from '@refinedev/core'
import { taskMoves, type ExpiredUse } from '#contract/work/task-calls.ts'
import { task, taskScreen } from '#contract/work/task.ts'
import { Waiver } from '#src/features/farm/Waiver.tsx'
import { useWaiver } from '#src/features/farm/use-waiver.ts'
import { Expired } from '#src/features/work/Expired.tsx'
import { useExpired } from '#src/features/work/use-expired.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'

/**
 * Accepts a report; what was picked within an interval is accepted by who says why, and lots that
 * were past their day are said to have been used.
 */
export default function AdoptDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(task)
  const waiver = useWaiver()
  const expired = useExpired(undefined, [])
  // A row of a list does not say what was used.
  const { result: whole } = useOne<Row>({
    resource: taskScreen.name,
    id: row.id,
    queryOptions: { retry: false },
    errorNotification: false,
    liveMode: 'off',
  })
  const title = t('work:task.actions.adopt')
  const adopt = useCallMutation(taskMoves.adopt, {
    said: t('kit:list.done', { action: title }),
    onDone: () => onClose(true),
    onRefused: (error) => {
      waiver.onRefused(error)
      expired.onRefused(error)
    },
  })
  return (
    <Dialog
      title={title}
      okText={waiver.isLocked || expired.lots.length > 0 ? t('work:acceptAnyway') : title}
      isDanger={waiver.isLocked}
      isLacking={waiver.isLacking}
      sending={adopt}
      onOk={() =>
        adopt.send({
          id: row.id,
          objectVersionNumber: row.objectVersionNumber,
          ...waiver.input,
          ...expired.inputFor([]),
        })
      }
      onClose={() => onClose(false)}
    >
      <p>{String(row.title)}</p>
      <p>{t('work:acceptNote')}</p>
      <Expired said="expiredSaid" lots={(whole?.expired ?? []) as readonly ExpiredUse[]} />
      <Waiver {...waiver} />
      <Expired said="expiredSince" lots={expired.lots} />
    </Dialog>
  )
}
