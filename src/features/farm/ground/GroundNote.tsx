import type { ReactNode } from 'react'
import './ground-note.css'

/** What speaks against what a field says without keeping anybody from saving it. */
export const GroundNote = ({ children }: { children: ReactNode }) => (
  <p className="ground-note" role="status">
    {children}
  </p>
)
