import { useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLatest } from '../use-latest.ts'
import './print.css'

interface PrintSheetProps {
  children: ReactNode
  /** Whether all that is to be printed stands. */
  isReady: boolean
  /** The paper, as `@page` says it; A4 upright unless said. */
  page?: string
  onDone: () => void
}

/** What goes onto paper, without anything of the console around it: unseen on the screen, alone in print. */
export function PrintSheet({ children, isReady, page = 'size: A4; margin: 14mm 12mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font-size: 9pt; color: #444 }', onDone }: PrintSheetProps) {
  const done = useLatest(onDone)
  useEffect(() => {
    if (!isReady) return
    const handleDone = () => done.current()
    addEventListener('afterprint', handleDone, { once: true })
    // After the drawing: pictures and codes are in place then.
    const timer = setTimeout(() => window.print(), 50)
    return () => {
      clearTimeout(timer)
      removeEventListener('afterprint', handleDone)
    }
  }, [isReady, done])
  return createPortal(<div className="print-sheet"><style>{`@page { ${page} }`}</style>{children}</div>, document.body)
}
