import { useCallback, useState } from 'react'
import { warn } from '#src/ui/scan/beep.ts'

/**
 * Codes that nothing is known of: all of them stay to be read until they are put away, for who
 * scans or pastes a whole shelf looks up at its end.
 */
export function useUnknown() {
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const keep = useCallback(
    (...codes: string[]) =>
      setUnknown((before) => [...before.filter((one) => !codes.includes(one)), ...new Set(codes)]),
    [],
  )
  /** With the tone, where nothing else gives one. */
  const hear = useCallback(
    (code: string) => {
      warn()
      keep(code)
    },
    [keep],
  )
  const clear = useCallback(() => setUnknown([]), [])
  return { unknown, keep, hear, clear }
}
