import type { ReactNode } from 'react'

/** A question's words, with what there is to know before it is answered. */
export const bodyOf = (text: string, note: ReactNode): ReactNode =>
  note ? (
    <>
      {text}
      {note}
    </>
  ) : (
    text
  )
