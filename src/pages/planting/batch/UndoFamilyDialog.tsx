import { useInvalidate } from '@refinedev/core'
import { Input } from 'antd'
import { useState } from 'react'
import { batchFigures, batchTimeline } from '#contract/planting/batch-calls.ts'
import { batchFamily, undoFamily } from '#contract/planting/family-calls.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

interface UndoFamilyDialogProps {
  row: Row
  title: string
  onClose: () => void
}
/** Why a split or a merge is taken back; what came of it ends with that reason. */
export default function UndoFamilyDialog({ row, title, onClose }: UndoFamilyDialogProps) {
  const t = useLabels({ module: 'planting' })
  const { screen } = useResource()
  const invalidate = useInvalidate()
  const [reason, setReason] = useState('')
  const { send, ...sending } = useCallMutation(undoFamily, {
    said: t('kit:list.done', { action: title }),
    invalidates: [batchFamily, batchFigures, batchTimeline],
    onDone: async () => {
      await invalidate({ resource: screen.name, invalidates: ['list', 'detail'] })
      onClose()
    },
  })
  return (
    <Dialog
      title={title}
      okText={title}
      isDanger
      sending={sending}
      isLacking={!reason.trim()}
      onOk={() =>
        send({ id: row.id, objectVersionNumber: row.objectVersionNumber, reason: reason.trim() })
      }
      onClose={onClose}
    >
      <p>{t('planting:family.undo.note')}</p>
      <FieldItem name="reason" required label={t('planting:family.undo.reason')}>
        <Input maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
      </FieldItem>
    </Dialog>
  )
}
