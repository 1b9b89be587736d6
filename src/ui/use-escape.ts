import { useEffect } from 'react'
import { useLatest } from './use-latest.ts'

/** Whether something lies over the page that Escape closes first. */
const isCovered = () =>
  document.querySelector(
    '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden), .ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  ) !== null

/** What Escape closes, the last opened last. */
const open: (() => void)[] = []

function handleKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isCovered()) return
  event.preventDefault()
  open.at(-1)?.()
}

/**
 * Closes with Escape what lies on the page, wherever the focus is: the last opened first, and not
 * before a dialog, drawer or list that lies above.
 */
export function useEscape(onClose: () => void, isOpen = true): void {
  const latest = useLatest(onClose)
  useEffect(() => {
    if (!isOpen) return
    const close = () => latest.current()
    if (open.push(close) === 1) document.addEventListener('keydown', handleKey)
    return () => {
      open.splice(open.indexOf(close), 1)
      if (open.length === 0) document.removeEventListener('keydown', handleKey)
    }
  }, [isOpen, latest])
}
