import type { z } from 'zod'
import { batch } from '#contract/planting/batch.ts'
import { batchFigures, batchTimeline } from '#contract/planting/batch-calls.ts'
import { batchFamily } from '#contract/planting/family-calls.ts'
import type { Callable } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { actionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Sends what a dialog asked of a batch, says that it is done, and closes the dialog. */
export function useMove<In extends z.ZodType, Out extends z.ZodType>(
  action: 'start' | 'harvest' | 'finish' | 'correctStage' | 'fact' | 'split' | 'merge',
  definition: Callable<In, Out>,
  onClose: (changed: boolean) => void,
  /** What else follows from its answer. */
  onAnswer?: (answer: z.output<Out>) => void,
) {
  const t = useLabels(batch)
  const title = actionLabel(t, batch, action)
  const mutation = useCallMutation(definition, {
    said: t('kit:list.done', { action: title }),
    invalidates: [batchFigures, batchTimeline, batchFamily],
    onDone: (answer) => {
      onClose(true)
      onAnswer?.(answer)
    },
  })
  return { t, title, ...mutation }
}
