import { taskMoves } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { Waiver } from '#src/features/farm/Waiver.tsx'
import { useWaiver } from '#src/features/farm/use-waiver.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { ActPlaceBox } from './ActPlaceBox.tsx'
import { subjectOf } from './subject.ts'
import { useActPlace } from './use-act-place.ts'
import { useDeed } from '#src/kit/calls/field/use-deed.ts'

/**
 * Begins a task. Where a plot is locked it says which, by what and until when; who may waive that
 * says why.
 */
export default function StartDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(task)
  const waiver = useWaiver()
  const start = useDeed(taskMoves.start, {
    said: t('work:started', { title: String(row.title) }),
    onDone: () => onClose(true),
    onRefused: waiver.onRefused,
  })
  const place = useActPlace()
  return (
    <Dialog
      isLarge
      title={t('work:task.actions.start')}
      okText={t(waiver.isLocked ? 'work:startAnyway' : 'work:task.actions.start')}
      isDanger={waiver.isLocked}
      isLacking={waiver.isLacking}
      sending={start}
      onOk={() => {
        const { input } = waiver
        const { id, objectVersionNumber } = row
        return start.send(
          {
            kind: 'start',
            subject: subjectOf(row),
            title: t('work:deeds.start', { title: String(row.title) }),
            input,
            version: objectVersionNumber ?? null,
            photos: [],
          },
          { ...input, id, objectVersionNumber },
          place.found,
        )
      }}
      onClose={() => onClose(false)}
    >
      <p>{String(row.title)}</p>
      <ActPlaceBox {...place} />
      <Waiver {...waiver} />
    </Dialog>
  )
}
