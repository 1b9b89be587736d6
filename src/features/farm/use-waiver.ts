import { useCallback, useState } from 'react'
import { waiveCode, type PlotLock } from '#contract/farm/plot-lock.ts'
import { isApiError } from '#src/api/api-error.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'

/**
 * Plots that were found to be locked as something was sent, and why that is waived. `found`: those of
 * a refusal that came earlier.
 */
export function useWaiver(found: readonly PlotLock[] = []) {
  const mayWaive = useGranted(waiveCode) === true
  const [locks, setLocks] = useState(found)
  const [reason, setReason] = useState('')
  const onRefused = useCallback((error: unknown) => {
    const { locks: told } = (isApiError(error) ? error.detail : {}) as { locks?: PlotLock[] }
    if (told) setLocks(told)
  }, [])
  const isLocked = locks.length > 0
  const said = reason.trim()
  return {
    locks,
    isLocked,
    mayWaive,
    reason,
    setReason,
    onRefused,
    isLacking: isLocked && (!mayWaive || said === ''),
    /** What is sent beside the rest. */
    input: isLocked && said !== '' ? { override: said } : {},
  }
}
export type Waiving = ReturnType<typeof useWaiver>
