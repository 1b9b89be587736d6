import { useCallback, useEffect, useState } from 'react'
import { useEscape } from '#src/ui/use-escape.ts'

/**
 * A list over the whole window, until its button or Escape. Of the window, not of the screen: what
 * it opens must lie above it.
 */
export function useFullScreen(): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(false)
  const toggle = useCallback(() => setOn((before) => !before), [])
  useEscape(() => setOn(false), isOn)
  useEffect(() => {
    if (!isOn) return
    document.body.classList.add('kit-under-full')
    return () => document.body.classList.remove('kit-under-full')
  }, [isOn])
  return { isOn, toggle }
}
