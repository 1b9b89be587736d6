/** Brings the first mistake of a form to where it is seen, and the focus to its input. */
export function showMistake(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const item = form?.querySelector('[role="alert"]')?.closest<HTMLElement>('.ant-form-item')
    item?.scrollIntoView({ block: 'center' })
    item?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true })
  })
}
