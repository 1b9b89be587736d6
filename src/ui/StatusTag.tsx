import type { ReactNode } from 'react'

/**
 * A state in a word and a mark: colour is never alone, and the text keeps its contrast
 * (docs/specification.md 4.9).
 */
export function StatusTag({
  tone,
  children,
}: {
  tone: 'good' | 'quiet' | 'warn' | 'bad'
  children: ReactNode
}) {
  return <span className={`status-tag status-${tone}`}>{children}</span>
}
