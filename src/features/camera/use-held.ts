import { useEffect, useState } from 'react'
import { heldRecordings } from '#contract/camera/recording.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

/** Ms for which a day has to stay before a camera is asked for it. */
const restMs = 400
const freshMs = 30_000

/** What a camera itself holds of a day; undefined: it has not been told yet. */
export function useHeld(cameraId: number, span: { from: string; to: string }) {
  const [rested, setRested] = useState(span.from)
  useEffect(() => {
    const timer = setTimeout(() => setRested(span.from), restMs)
    return () => clearTimeout(timer)
  }, [span.from])
  const { data, error, refetch, isFetching } = useCall(
    heldRecordings,
    rested === span.from ? { cameraId, ...span } : null,
    { staleTime: freshMs, retry: false },
  )
  const failed = error && { told: 'unknown' as const, spans: [], why: error.message }
  return {
    held: data ?? failed ?? undefined,
    isAsking: isFetching || rested !== span.from,
    askAgain: () => void refetch(),
  }
}
