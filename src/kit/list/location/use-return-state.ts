import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { keepAddress, noteOpened, takeOpened } from './return-state.ts'
import { withOpened, type Opened } from '#src/kit/record/use-opened.ts'

/**
 * Who comes back from a record finds the list as it was, and for a moment sees which row it was
 * (docs/specification.md 5.2).
 */
export function useReturnState(
  path: string,
  opened: Opened | null,
  hasRows: boolean,
): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null)
  const { search } = useLocation()
  useEffect(() => keepAddress(path, withOpened(search, null)), [path, search])
  const kind = opened?.kind
  const id = opened?.id
  useEffect(() => {
    if (id !== undefined) return noteOpened(path, id)
    if (kind || !hasRows) return
    const latest = takeOpened(path)
    const row =
      latest === undefined
        ? null
        : box.current?.querySelector<HTMLElement>(`[data-row-key="${latest}"]`)
    if (!row) return
    // Said to the row alone: to draw a hundred anew would take longer than the look at one.
    row.dataset.latest = ''
    row.addEventListener('animationend', () => delete row.dataset.latest, { once: true })
    if (document.activeElement === document.body)
      row.querySelector('button')?.focus({ preventScroll: true })
  }, [path, kind, id, hasRows])
  return box
}
