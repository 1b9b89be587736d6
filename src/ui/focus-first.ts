/** What somebody goes to by themselves; a drawer that takes the focus is none of it. */
const taken = 'input, textarea, select, button, a'

/**
 * Sets the focus into the first field of a form that can be filled; `field` selects those. Where
 * its input is still being fetched it is waited for, unless somebody goes elsewhere meanwhile.
 * Answers how to stop waiting.
 */
export function focusFirst(form: HTMLElement, field: string): () => void {
  const first = `${field} :is(input, textarea):is(:not(:disabled), [aria-busy])`
  const before = document.activeElement
  const isSettled = () => {
    const input = form.querySelector<HTMLElement>(first)
    const now = document.activeElement
    if (now !== before && now?.matches(taken)) return true
    if (input?.getAttribute('aria-busy')) return false
    input?.focus({ preventScroll: true })
    return true
  }
  const drawn = new MutationObserver(() => {
    if (isSettled()) drawn.disconnect()
  })
  if (!isSettled())
    drawn.observe(form, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'aria-busy'],
    })
  return () => drawn.disconnect()
}
