import type { Page } from 'playwright/test'

/**
 * Presses Tab until what has the focus is named so; fails where a trap never lets one get there.
 */
export async function tabTo(page: Page, name: RegExp, most = 200): Promise<void> {
  const passed: string[] = []
  for (let at = 0; at < most; at++) {
    const found = await page.evaluate(() => {
      const one = document.activeElement
      if (!(one instanceof HTMLElement)) return ''
      const label =
        'labels' in one
          ? [...((one.labels ?? []) as NodeListOf<HTMLLabelElement>)]
              .map(({ textContent }) => textContent)
              .join(' ')
          : ''
      return `${one.getAttribute('aria-label') ?? ''} ${label} ${one.matches('button, a') ? one.textContent : ''}`
    })
    if (name.test(found)) return
    passed.push(found.trim())
    await page.keyboard.press('Tab')
  }
  throw new Error(`never reached ${String(name)} among ${passed.join(' | ')}`)
}
/** Whether what has the focus shows it. */
export const showsFocus = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.activeElement!)
    return (
      style.outlineStyle !== 'none' ||
      style.boxShadow !== 'none' ||
      style.borderColor !== 'rgb(217, 217, 217)'
    )
  })
