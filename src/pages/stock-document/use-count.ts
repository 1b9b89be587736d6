import { useCallback, useEffect, useRef, useState } from 'react'
import { countLines } from '#contract/inventory/document-calls.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { sentenceOf } from '#src/kit/refusal.ts'
import { useIdentity } from '#src/kit/use-identity.ts'
import { useLabels } from '#src/kit/use-labels.ts'

/** What was counted of a line and has not reached the server; null takes a count back. */
export type Counts = Readonly<Record<number, number | null>>
const retryMs = 5000
const most = 200

export function readCounts(key: string): Counts {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(Object.entries(kept).filter(([id, value]) => Number(id) > 0 && (value === null || typeof value === 'number'))) as Counts
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
  const held = useRef(waiting)
  const isSending = useRef(false)
  const set = useCallback((next: Counts) => {
    held.current = next
    keepCounts(key, next)
    setWaiting(next)
  }, [key])

  const send = useCallback(async () => {
    const batch = Object.entries(held.current).slice(0, most)
    if (isSending.current || batch.length === 0) return
    isSending.current = true
    try {
      await call(countLines, { id: documentId, lines: batch.map(([id, counted]) => ({ id: Number(id), counted })) }, { quiet: true })
      // What was typed over while it was on its way still waits.
      set(Object.fromEntries(Object.entries(held.current).filter(([id, counted]) => !batch.some(([sent, value]) => sent === id && value === counted))) as Counts)
      setProblem(undefined)
      onSent()
    } catch (error) {
      setProblem(isApiError(error) && error.isUnanswered ? t('inventory:count.offline', { count: batch.length }) : sentenceOf(t, error).text)
    } finally {
      isSending.current = false
    }
  }, [documentId, onSent, set, t])
  useEffect(() => {
    if (Object.keys(waiting).length === 0) return
    const timer = setInterval(() => void send(), retryMs)
    return () => clearInterval(timer)
  }, [waiting, send])

  const count = useCallback((lineId: number, counted: number | null) => {
    set({ ...held.current, [lineId]: counted })
    void send()
  }, [send, set])
  return { waiting, problem, count, send }
}
