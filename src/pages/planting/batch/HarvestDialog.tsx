import { batchMoves } from '#contract/planting/batch-calls.ts'
import { Waiver } from '#src/features/farm/Waiver.tsx'
import { useWaiver } from '#src/features/farm/use-waiver.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { useMove } from './use-move.ts'

/** Picking begins today, unless an interval is not over; who may waive that says why. */
export default function HarvestDialog({ row, onClose }: ActionDialogProps) {
  const waiver = useWaiver()
  const { title, send, ...sending } = useMove('harvest', batchMoves.harvest, onClose)
  return (
    <Dialog
      title={title}
      okText={title}
      isDanger={waiver.isLocked}
      isLacking={waiver.isLacking}
      sending={sending}
      onOk={() =>
        send(
          { id: row.id, objectVersionNumber: row.objectVersionNumber, ...waiver.input },
          { onRefused: waiver.onRefused },
        )
      }
      onClose={() => onClose(false)}
    >
      <p>{String(row.batchName)}</p>
      <Waiver {...waiver} />
    </Dialog>
  )
}
