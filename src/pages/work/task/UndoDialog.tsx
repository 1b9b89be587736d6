import { Input } from 'antd'
import { useState } from 'react'
import { taskMoves } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { undoMinutes } from '#contract/work/task-states.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

const minuteMs = 60_000
const mostWords = 200
const isLateFor = (closedAt: unknown) =>
  Date.now() - Date.parse(String(closedAt ?? '')) > undoMinutes * minuteMs

/** Takes back what an acceptance posted; later than some minutes it asks why. */
export default function UndoDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(task)
  const [reason, setReason] = useState('')
  const [isLate] = useState(() => isLateFor(row.closedAt))
  const undo = useCallMutation(taskMoves.undo, {
    said: t('work:undone', { title: String(row.title) }),
    onDone: () => onClose(true),
  })
  const words = reason.trim()
  return (
    <Dialog
      isDanger
      title={t('work:task.actions.undo')}
      okText={t('work:task.actions.undo')}
      isLacking={isLate && words === ''}
      sending={undo}
      onOk={() =>
        undo.send({
          id: row.id,
          objectVersionNumber: row.objectVersionNumber,
          ...(words && { reason: words }),
        })
      }
      onClose={() => onClose(false)}
    >
      <p>{String(row.title)}</p>
      <p>{t('work:undoNote')}</p>
      <FieldItem name="reason" label={t('work:task.fields.reason')} required={isLate}>
        <Input.TextArea
          rows={2}
          maxLength={mostWords}
          showCount
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </FieldItem>
    </Dialog>
  )
}
