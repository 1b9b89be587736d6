import { expect, test, type Page } from 'playwright/test'
import { enter } from './console.ts'

/** Presses Tab until what has the focus is named so; fails where a trap never lets one get there. */
async function tabTo(page: Page, name: RegExp, most = 200): Promise<void> {
  for (let at = 0; at < most; at++) {
    const found = await page.evaluate(() => {
      const one = document.activeElement
      if (!(one instanceof HTMLElement)) return ''
      const label = 'labels' in one ? [...((one.labels ?? []) as NodeListOf<HTMLLabelElement>)].map(({ textContent }) => textContent).join(' ') : ''
      return `${one.getAttribute('aria-label') ?? ''} ${label} ${one.matches('button, a') ? one.textContent : ''}`
    })
    if (name.test(found)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`never reached ${String(name)}`)
}
/** Whether what has the focus shows it. */
const showsFocus = (page: Page) => page.evaluate(() => {
  const style = getComputedStyle(document.activeElement!)
  return style.outlineStyle !== 'none' || style.boxShadow !== 'none' || style.borderColor !== 'rgb(217, 217, 217)'
})

test('a plot is made, printed from and taken away without a mouse', async ({ page, request }) => {
  await page.addInitScript(() => { window.print = () => { document.documentElement.dataset.printed = '1'; dispatchEvent(new Event('afterprint')) } })
  await enter(page, request, 'admin')
  await page.goto('/web/farm/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('dkgl')
  await expect(page.getByRole('option', { name: /地块管理/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/web\/farm\/land/)
  await expect(page.getByRole('row', { name: /沿河林带/ })).toBeVisible()

  await tabTo(page, /新增/)
  expect(await showsFocus(page)).toBe(true)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('地块名称')).toBeVisible()
  await tabTo(page, /地块名称/)
  await page.keyboard.type('键盘地')
  await tabTo(page, /所属基地/)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.ant-select-item-option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await tabTo(page, /顶点坐标/)
  await page.keyboard.type('22.96,113.34\n22.96,113.342\n22.962,113.342')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: /键盘地/ })).toBeVisible()

  await tabTo(page, /导出与打印/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '打印' })).toBeVisible()
  const active = page.locator('.ant-dropdown-menu-item-active')
  for (let at = 0; at < 6 && !(await active.innerText({ timeout: 300 }).catch(() => '')).includes('打印'); at++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.printed)).toBe('1')

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('退出')
  await expect(page.getByRole('option', { name: /退出/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})
