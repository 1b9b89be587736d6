import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { myTaskParts, myTasks, type MyTaskPart } from '#contract/work/task-calls.ts'
import type { KeptPack } from '#src/api/field/field.ts'
import { asDone, isTaken } from '#src/features/work/subject.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useField, useFieldOn } from '#src/kit/calls/field/use-field.ts'
import { useIsOut } from '#src/kit/calls/field/use-is-out.ts'
import type { Entry } from '#src/lib/field/entry.ts'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'

type Answer = z.output<typeof myTasks.answer>
const names = ['part', 'id', 'entry', 'report', 'photo'] as const

const isIn = (part: MyTaskPart, { startsOn, endsOn }: Row, today: string): boolean => {
  const [from, to] = [String(startsOn), String(endsOn)]
  switch (part) {
    case 'open':
      return true
    case 'overdue':
      return to < today
    case 'today':
      return from <= today && to >= today
    case 'coming':
      return from > today
    default:
      // What others have, or what is over, is not taken along.
      return false
  }
}
/** The list as it was taken along; what was taken here since is among one's own. */
function keptTasks(
  { pack }: KeptPack,
  entries: readonly Entry[],
  part: MyTaskPart,
  base: number | null,
) {
  const here = ({ areaId }: Row) => base === null || areaId === base
  const open = ((pack.free ?? []) as Row[]).filter(here)
  const own = [
    ...(pack.content as Row[]).filter(here),
    ...open.filter((row) => isTaken(entries, row)),
  ]
  const rowsOf = (one: MyTaskPart) =>
    one === 'free'
      ? open.filter((row) => !isTaken(entries, row))
      : own.filter((row) => isIn(one, row, pack.today))
  const counts = Object.fromEntries(
    myTaskParts.map((one) => [one, rowsOf(one).length]),
  ) as Answer['counts']
  return { rows: rowsOf(part), counts }
}

/**
 * My tasks as the server has them, or as they were taken along while it is out of reach (`keptAt`);
 * what was done here and waits to be sent shows already. Not ready before it is known what waits: what
 * was done before the browser was opened would be offered once more.
 */
export function useMyTasks() {
  const base = useCurrentBase()
  const isKnown = useFieldOn() !== undefined
  const { entries, kept } = useField()
  const list = useCallList(myTasks, names, ({ part }) => ({
    part: (part as MyTaskPart | undefined) ?? 'open',
    ...(base !== null && { areaId: base }),
  }))
  const { query } = list
  const { refetch } = query
  const waiting = entries.length
  const before = useRef(waiting)
  useEffect(() => {
    if (before.current === waiting) return
    before.current = waiting
    void refetch()
  }, [waiting, refetch])
  const isOut = useIsOut(query)
  const part = (list.place.filters.part as MyTaskPart | undefined) ?? 'open'
  const data = query.data as Answer | undefined
  const taken = isOut && kept ? keptTasks(kept, entries, part, base) : null
  const rows = (taken?.rows ?? data?.content ?? []) as Row[]
  return {
    list,
    part,
    entries,
    rows: rows.map((row) => asDone(row, entries, kept?.pack.worker)),
    counts: taken?.counts ?? data?.counts,
    total: taken ? taken.rows.length : list.total,
    /** Who looks at them. */
    workerId: (taken ? kept!.pack.worker?.id : data?.workerId) ?? null,
    isWorker: taken ? true : (data?.isWorker ?? true),
    keptAt: taken ? kept!.at : null,
    error: taken || (query.fetchStatus === 'paused' && data) ? null : query.error,
    isReady: isKnown && (taken !== null || data !== undefined),
  }
}
