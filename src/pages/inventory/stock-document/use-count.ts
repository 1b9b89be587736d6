import { useCallback, useEffect, useRef, useState } from 'react'
import { countLines, type OtherCount } from '#contract/inventory/document-calls.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** What was counted of a line and has not reached the server; null takes a count back. */
export type Counts = Readonly<Record<number, number | null>>
const retryMs = 5000
const most = 200

function readCounts(key: string): Counts {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(kept).filter(
        ([id, value]) => Number(id) > 0 && (value === null || typeof value === 'number'),
      ),
    ) as Counts
  } catch {
    return {}
  }
}
function keepCounts(key: string, counts: Counts): void {
  try {
    if (Object.keys(counts).length > 0) localStorage.setItem(key, JSON.stringify(counts))
    else localStorage.removeItem(key)
  } catch {
    // A full storage costs what a crash would lose, not the count.
  }
}

/** Counts go out as they are entered, and wait in this browser while the connection is broken. */
export function useCount(documentId: number, onSent: () => void) {
  const t = useLabels({ module: 'inventory' })
  const user = useIdentity()
  const key = `count.${user?.tenantId ?? 0}.${user?.id ?? 0}.${documentId}`
  const [waiting, setWaiting] = useState<Counts>(() => readCounts(key))
  const [problem, setProblem] = useState<string>()
  const [others, setOthers] = useState<Readonly<Record<number, OtherCount>>>({})
  const over = useRef(new Set<number>())
  const asked = useRef(others)
  const held = useRef(waiting)
  const isSending = useRef(false)
  const set = useCallback(
    (next: Counts) => {
      held.current = next
      keepCounts(key, next)
      setWaiting(next)
    },
    [key],
  )

  const ask = useCallback((next: Readonly<Record<number, OtherCount>>) => {
    asked.current = next
    setOthers(next)
  }, [])
  const send = useCallback(async () => {
    // What somebody else has counted otherwise waits for an answer, and holds up nothing.
    const batch = Object.entries(held.current)
      .filter(([id]) => !(Number(id) in asked.current))
      .slice(0, most)
    if (isSending.current || batch.length === 0) return
    isSending.current = true
    try {
      await call(
        countLines,
        {
          id: documentId,
          lines: batch.map(([id, counted]) => ({
            id: Number(id),
            counted,
            ...(over.current.has(Number(id)) && { over: true }),
          })),
        },
        { quiet: true },
      )
      for (const [id] of batch) over.current.delete(Number(id))
      // What was typed over while it was on its way still waits.
      set(
        Object.fromEntries(
          Object.entries(held.current).filter(
            ([id, counted]) => !batch.some(([sent, value]) => sent === id && value === counted),
          ),
        ) as Counts,
      )
      setProblem(undefined)
      onSent()
    } catch (error) {
      const lines =
        isApiError(error) && error.code === 'stocktake.counted'
          ? ((error.detail.lines ?? []) as OtherCount[])
          : []
      if (lines.length > 0)
        ask({ ...asked.current, ...Object.fromEntries(lines.map((line) => [line.id, line])) })
      setProblem(
        lines.length > 0
          ? undefined
          : isApiError(error) && error.isUnanswered
            ? t('inventory:count.offline', { count: batch.length })
            : sentenceOf(t, error).text,
      )
    } finally {
      isSending.current = false
    }
  }, [documentId, onSent, set, ask, t])
  useEffect(() => {
    if (Object.keys(waiting).length === 0) return
    const timer = setInterval(() => void send(), retryMs)
    return () => clearInterval(timer)
  }, [waiting, send])

  const count = useCallback(
    (lineId: number, counted: number | null) => {
      set({ ...held.current, [lineId]: counted })
      void send()
    },
    [send, set],
  )
  /** Keeps what somebody else has counted, or puts one's own in its place. */
  const settle = useCallback(
    (lineId: number, isOwn: boolean) => {
      const { [lineId]: _answered, ...rest } = asked.current
      ask(rest)
      if (isOwn) over.current.add(lineId)
      else {
        const { [lineId]: _dropped, ...kept } = held.current
        set(kept)
        onSent()
      }
      void send()
    },
    [ask, onSent, send, set],
  )
  return { waiting, problem, others, count, settle, send }
}
