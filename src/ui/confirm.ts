import type { ReactNode } from 'react'

export interface Question {
  title: string
  body?: ReactNode
  /** Word on the button that goes ahead. */
  go: string
  isDanger?: boolean
}
interface ConfirmOptions extends Question {
  answer: (isSure: boolean) => void
}
type Listener = () => void

let current: ConfirmOptions | null = null
const listeners = new Set<Listener>()
function set(next: ConfirmOptions | null): void {
  current = next
  listeners.forEach((listener) => listener())
}

/**
 * Asks before something that cannot be taken back; one question at a time, an older one counts as
 * refused.
 */
export function confirm(question: Question): Promise<boolean> {
  current?.answer(false)
  const from = document.activeElement as HTMLElement | null
  return new Promise((resolve) => {
    set({
      ...question,
      answer: (isSure) => {
        set(null)
        // Who goes on where they were goes on with the keyboard too.
        if (!isSure) setTimeout(() => from?.focus({ preventScroll: true }))
        resolve(isSure)
      },
    })
  })
}
export const currentQuestion = () => current
export function onQuestion(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
