import { baseStates } from '#contract/home/base-calls.ts'
import { digitalMap } from '#contract/map/map.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { chooseBase, chosenBase } from '#src/lib/chosen-base.ts'
import { toast } from '#src/ui/toast.ts'
import type { NewKind } from './new-thing.ts'

/**
 * Goes to the base of what was made, where another one is chosen and would hide it, and says so.
 * What the map and the head need to know of it is there before, or they would begin anew: with what
 * is not saved lost, and the base taken for one that is gone.
 */
export async function showMade(t: Translate, kind: NewKind, made: Row): Promise<void> {
  const [before, base] = [chosenBase(), Number(kind === 'base' ? made.id : made.areaId)]
  if (before === null || before === base) return
  const [bases] = await Promise.all([
    fetchCall(baseStates, {}),
    fetchCall(digitalMap, { base }),
  ] as const)
  const name = bases.find(({ id }) => id === base)?.areaName
  if (name === undefined || chosenBase() !== before) return
  chooseBase(base)
  toast({
    text: t('map:manage.elsewhere', { name }),
    tone: 'plain',
    undo: { label: t('map:manage.back'), run: () => chooseBase(before) },
  })
}
