import { useCallback, useEffect, useState } from 'react'

/** Whether something lies over the page that Escape closes first. */
const isCovered = () =>
  document.querySelector(
    '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden), .ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  ) !== null

/**
 * A list over the whole window, until its button or Escape. Of the window, not of the screen: what
 * it opens must lie above it.
 */
export function useFullScreen(): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(false)
  const toggle = useCallback(() => setOn((before) => !before), [])
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && !isCovered())
        setOn(false)
    }
    document.addEventListener('keydown', onKey)
    document.body.classList.add('kit-under-full')
    return () => {
      document.removeEventListener('keydown', onKey)
      document.body.classList.remove('kit-under-full')
    }
  }, [isOn])
  return { isOn, toggle }
}
