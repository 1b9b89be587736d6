import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Places in a page's head that the page fills: beside its title, and at the right end. */
interface HeadSlots {
  /** After the title: the page's views, or its state. */
  beside: HTMLElement | null
  /** At the right end: tools and the page's main action. */
  tools: HTMLElement | null
}
export const HeadContext = createContext<HeadSlots>({ beside: null, tools: null })

/** Draws in the row of the page's title, after it. */
export function HeadBeside({ children }: { children: ReactNode }) {
  const { beside } = use(HeadContext)
  return beside && createPortal(children, beside)
}
/** Draws at the right end of the row of the page's title. */
export function HeadTools({ children }: { children: ReactNode }) {
  const { tools } = use(HeadContext)
  return tools && createPortal(children, tools)
}
