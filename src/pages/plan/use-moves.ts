import { useRef, useState } from 'react'
import { movePlanItems, planChart } from '#contract/plan/plan-calls.ts'
import type { Moved } from '#contract/plan/schedule.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'

const key = 'plan-moved'

/**
 * Gives items of a plan other days, each change once; the last one can be taken back. Until the
 * answer is drawn, what was wanted stands.
 */
export function useMoves(planId: number, onChanged: () => Promise<unknown>) {
  const t = useLabels({ module: 'plan' })
  const [wanted, setWanted] = useState<readonly Moved[]>([])
  const last = useRef<readonly Moved[] | null>(null)
  const count = useRef(0)
  const { send } = useCallAction(movePlanItems, {
    invalidates: [planChart],
    onDone: async ({ moved, before }, { exact }) => {
      last.current = exact ? null : before
      count.current = moved.length
      await onChanged()
    },
  })
  const move = async (moves: readonly Moved[], exact = false) => {
    setWanted(moves)
    const isDone = await send({ id: planId, moves: [...moves], exact })
    setWanted([])
    // Only now: an undo that is offered before the call is over would be swallowed.
    if (isDone)
      toast({
        key,
        text: t(exact ? 'plan:moves.undone' : 'plan:moves.done', { count: count.current }),
        tone: 'good',
        ...(!exact && { undo: { label: t('plan:moves.undo'), run: () => void undo() } }),
      })
  }
  const undo = async () => {
    if (last.current) await move(last.current, true)
  }
  return { wanted, move, undo }
}
