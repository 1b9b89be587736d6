import { taskMoves } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { Waiver } from '#src/features/farm/Waiver.tsx'
import { useWaiver } from '#src/features/farm/use-waiver.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'

/** Accepts a report; what was picked within an interval is accepted by who says why. */
export default function AdoptDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(task)
  const waiver = useWaiver()
  const title = t('work:task.actions.adopt')
  const adopt = useCallMutation(taskMoves.adopt, {
    said: t('kit:list.done', { action: title }),
    onDone: () => onClose(true),
    onRefused: waiver.onRefused,
  })
  return (
    <Dialog
      title={title}
      okText={waiver.isLocked ? t('work:acceptAnyway') : title}
      isDanger={waiver.isLocked}
      isLacking={waiver.isLacking}
      sending={adopt}
      onOk={() =>
        adopt.send({
          id: row.id,
          objectVersionNumber: row.objectVersionNumber,
          ...waiver.input,
        })
      }
      onClose={() => onClose(false)}
    >
      <p>{String(row.title)}</p>
      <p>{t('work:acceptNote')}</p>
      <Waiver {...waiver} />
    </Dialog>
  )
}
