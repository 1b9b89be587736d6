import type { ReactNode } from 'react'

/** Well; wait or look; refused or failed; going on; draft, closed or off. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet'

/**
 * A state in a word on its tint: colour is never alone, and the text keeps its contrast
 * (docs/specification.md 4.9).
 */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`status-tag status-${tone}`}>{children}</span>
}
