import type { PlotLock } from '#contract/farm/plot-lock.ts'
import { myTask, type ShortGoods } from '#contract/work/task-calls.ts'
import { asDone } from '#src/features/work/subject.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useField, useFieldOn } from '#src/kit/calls/field/use-field.ts'
import { useIsOut } from '#src/kit/calls/field/use-is-out.ts'

/**
 * One of my tasks, with what keeps one off its plots; as it was taken along while the server is out of
 * reach. Nothing before it is known what waits here: what was done already would be offered again.
 */
export function useKeptTask(id: number) {
  const isKnown = useFieldOn() !== undefined
  const { entries, kept } = useField()
  const query = useCall(myTask, { id }, { networkMode: 'always' })
  const { data, error, refetch } = query
  const isOut = useIsOut(query)
  const along = [...(kept?.pack.content ?? []), ...(kept?.pack.free ?? [])] as Row[]
  const own = isOut ? along.find((row) => row.id === id) : null
  const plots = (own?.landIds as number[] | undefined) ?? []
  type Found = {
    task: Row
    locks: readonly PlotLock[]
    short: readonly ShortGoods[]
    workerId: number | null
  }
  const found: Found | undefined = own
    ? {
        task: own,
        locks: kept!.pack.locks.filter(({ landId }) => plots.includes(landId)),
        short: [],
        workerId: kept!.pack.worker?.id ?? null,
      }
    : (data as Found | undefined)
  return {
    data:
      found && isKnown
        ? { ...found, task: asDone(found.task, entries, kept?.pack.worker) }
        : undefined,
    error: own ? null : error,
    refetch,
  }
}
