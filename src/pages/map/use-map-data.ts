import { useEffect, useMemo, useRef, useState } from 'react'
import { digitalMap, mostAsked, type MappedDevice } from '#contract/map/map.ts'
import type { LiveEvent } from '#contract/platform/platform-calls.ts'
import { subscribe } from '#src/api/live.ts'
import { isApiError } from '#src/api/api-error.ts'
import { keptMap, type MapThen } from '#src/api/field/map-packs.ts'
import { fetchCall, useAnswer } from '#src/kit/calls/use-call.ts'
import { gather } from '#src/lib/gather.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { patched } from './stood.ts'

/** Devices speak all the time: what changed is asked for together, and not more often than this. */
const gatherMs = 1500
/** Ground changes rarely; how wet it is goes with time. */
const againMs = 300_000
const alarmsOfMap = {
  endpoint: `${digitalMap.endpoint}#alarms`,
  staleAfter: { alarm: true },
} as const
const noChanges: ReadonlyMap<number, MappedDevice> = new Map()
const nobody: ReadonlySet<number> = new Set()
/** Where a device says that it is itself; where its plot or base lies is no way that it goes. */
const isElsewhere = (was: MappedDevice | undefined, now: MappedDevice) =>
  was?.[6] === 0 && now[6] === 0 && (was[4] !== now[4] || was[5] !== now[5])

/** What lies on the map of a base or of all, as it changes. */
export function useMapData(base: number | null) {
  const input = useMemo(() => (base === null ? {} : { base }), [base])
  const { data, error, refetch } = useAnswer(
    digitalMap,
    input,
    async (ask): Promise<MapThen> => {
      try {
        return await ask(digitalMap, input)
      } catch (failure) {
        const isOut = isApiError(failure) && failure.isUnanswered
        const kept = isOut ? await keptMap(base) : null
        if (!kept) throw failure
        return kept
      }
    },
    {
      staleTime: againMs,
      refetchInterval: againMs,
      // Without a network what was taken along is asked.
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
  )
  const alarms = useAnswer(alarmsOfMap, input, async (ask) => {
    const { alarms: open } = await ask(digitalMap, { ...input, only: 'alarms' })
    return open
  })
  const changes = useChanges(input, data, refetch)
  const rows = useMemo(() => (data ? patched(data.devices, changes) : []), [data, changes])
  const moving = useMoving(rows)
  return { data, rows, moving, alarms: alarms.data ?? data?.alarms ?? null, error, refetch }
}

/** Devices that were elsewhere since the page was opened: they go about. */
function useMoving(rows: readonly MappedDevice[]): ReadonlySet<number> {
  const [moving, setMoving] = useState(nobody)
  const before = useRef<ReadonlyMap<number, MappedDevice>>(noChanges)
  useEffect(() => {
    const gone = rows.filter((row) => isElsewhere(before.current.get(row[0]), row))
    before.current = new Map(rows.map((row) => [row[0], row]))
    if (gone.length === 0) return
    setMoving((now) =>
      gone.every(([id]) => now.has(id)) ? now : new Set([...now, ...gone.map(([id]) => id)]),
    )
  }, [rows])
  return moving
}

/** Rows of devices that have said something since all were asked for. */
function useChanges(
  input: { base?: number },
  since: object | undefined,
  again: () => Promise<unknown>,
) {
  const [changes, setChanges] = useState(noChanges)
  const askAgain = useLatest(again)
  useEffect(() => setChanges(noChanges), [since])
  const sinceNow = useLatest(since)
  useEffect(() => {
    let isOver = false
    const look = async (events: readonly LiveEvent[]) => {
      const then = sinceNow.current
      // What is fetched for the first time says all of it.
      if (!then) return
      const ids = [...new Set(events.flatMap((event) => event.ids.map(Number)))]
      const isGap = events.some(({ ids: of, kind }) => of.length === 0 || kind === 'deleted')
      if (isGap || ids.length > mostAsked) return void (await askAgain.current())
      const { devices } = await fetchCall(digitalMap, {
        ...input,
        only: 'devices',
        ids: ids.join(','),
      })
      if (!isOver && sinceNow.current === then && devices.length > 0)
        setChanges((now) => new Map([...now, ...devices.map((row) => [row[0], row] as const)]))
    }
    const { add, end } = gather<LiveEvent>(gatherMs, (events) =>
      look(events).catch(() => undefined),
    )
    const stop = subscribe('device', add)
    return () => {
      isOver = true
      stop()
      end()
    }
  }, [input, sinceNow, askAgain])
  return changes
}
