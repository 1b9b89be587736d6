import { lazy, Suspense, useEffect, useState } from 'react'
import { isHelpKey } from './help-rules.ts'

const ShortcutHelp = lazy(() => import('./ShortcutHelp.tsx'))

/** Listens for `?` wherever nothing is being typed, and shows what keys there are. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isHelpKey(event) || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  return isOpen && <Suspense><ShortcutHelp onClose={() => setOpen(false)} /></Suspense>
}
