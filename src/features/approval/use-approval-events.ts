import { useEffect } from 'react'
import { subscribe } from '#src/api/live.ts'
import { useLatest } from '#src/ui/use-latest.ts'

/** Looks again when a case that concerns the reader changes. */
export function useApprovalEvents(look: () => void): void {
  const latest = useLatest(look)
  useEffect(() => subscribe('approval', () => latest.current()), [latest])
}
