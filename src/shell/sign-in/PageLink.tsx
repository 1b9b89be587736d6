import type { ReactNode } from 'react'
import { goTo } from './navigation.ts'

/** A true link, so that it can be opened in another tab; a plain click stays on the page. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to + location.search}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        goTo(to)
      }}
    >
      {children}
    </a>
  )
}
