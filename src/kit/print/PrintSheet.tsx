import { ConfigProvider, theme } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLatest } from '#src/ui/use-latest.ts'
import './print.css'

interface PrintSheetProps {
  children: ReactNode
  /** Whether all that is to be printed stands. */
  isReady: boolean
  /** The paper, as `@page` says it; A4 upright unless said. */
  page?: string
  onDone: () => void
}

const paper = 'furrow-paper'
const onPaper = {
  algorithm: theme.defaultAlgorithm,
  inherit: false,
  hashed: false,
  cssVar: { key: paper },
}

/**
 * What goes onto paper, without anything of the console around it: unseen on the screen, alone in
 * print.
 */
export function PrintSheet({
  children,
  isReady,
  page = 'size: A4; margin: 14mm 12mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font-size: 9pt; color: #444 }',
  onDone,
}: PrintSheetProps) {
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
  // Paper is white whatever the screen is: words and codes are drawn for it.
  return createPortal(
    <ConfigProvider theme={onPaper}>
      <Paper>
        <style>{`@page { ${page} }`}</style>
        {children}
      </Paper>
    </ConfigProvider>,
    document.body,
  )
}

/**
 * Where the variables of the paper's theme are declared; asking for the token has antd write them
 * down.
 */
function Paper({ children }: { children: ReactNode }) {
  theme.useToken()
  return <div className={`print-sheet ${paper}`}>{children}</div>
}
