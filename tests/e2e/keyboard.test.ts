import { expect, test, type Page } from 'playwright/test'
import { enter } from './console.ts'
import { showsFocus, tabTo } from './keys.ts'

test('a plot is made, printed from and taken away without a mouse', async ({ page, request }, {
  retry,
}) => {
  const name = `键盘地${retry}`
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = '1'
      dispatchEvent(new Event('afterprint'))
    }
  })
  await enter(page, request, 'admin')
  await page.goto('/web/farm/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('dikuai')
  await expect(page.getByRole('option', { name: /^地块/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/web\/farm\/land/)
  await expect(page.getByRole('row', { name: /沿河林带/ })).toBeVisible()

  await tabTo(page, /新增/)
  await expect.poll(() => showsFocus(page)).toBe(true)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('地块名称')).toBeVisible()
  await tabTo(page, /地块名称/)
  await page.keyboard.type(name)
  await tabTo(page, /所属基地/)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.ant-select-item-option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await tabTo(page, /顶点坐标/)
  await page.keyboard.type('22.96,113.34\n22.96,113.342\n22.962,113.342')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name })).toBeVisible()

  await tabTo(page, /导出与打印/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '打印' })).toBeVisible()
  const active = page.locator('.ant-dropdown-menu-item-active')
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(active).toContainText('打印', { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.printed)).toBe('1')

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('退出')
  await expect(page.getByRole('option', { name: /退出/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})

/** Declared screens, with a field of theirs that has to be given. */
const declared = [
  '/web/farm/land',
  '/web/farm/worker',
  '/system/taskType',
  '/system/crop',
  '/system/varieties',
  '/system/storeManager',
  '/inventory/base/unit',
  '/inventory/base/businesses',
  '/inventory/base/store',
  '/inventory/base/standard',
  '/system/article',
  '/system/classify',
  '/system/bannerManger',
  '/system/publicity-video',
]
/**
 * Goes through a form with Tab alone. Gives the labels of the fields it came to, and where it
 * showed no focus.
 */
async function walk(page: Page): Promise<{ reached: string[]; unseen: string[] }> {
  const [reached, unseen] = [new Set<string>(), [] as string[]]
  for (let at = 0; at < 80; at++) {
    const here = await page.evaluate(() => ({
      field:
        document.activeElement
          ?.closest('.kit-form .kit-field')
          ?.querySelector('.ant-form-item-label')?.textContent ?? '',
      isSave: document.activeElement?.matches('.kit-form [type=submit]') ?? false,
    }))
    if (here.field) reached.add(here.field)
    if (here.field && !(await showsFocus(page))) unseen.push(here.field)
    if (here.isSave) break
    await page.keyboard.press('Tab')
  }
  return { reached: [...reached], unseen }
}

for (const route of declared) {
  test(`a record at ${route} is begun, refused and left without a mouse`, async ({
    page,
    request,
  }) => {
    await enter(page, request, 'admin')
    await page.goto(route)
    await expect(page.locator('.kit-list')).toHaveAttribute('aria-busy', 'false')
    // What one may do comes with an answer of its own.
    await expect(page.locator('main').getByRole('button', { name: /新\s*增/ })).toBeVisible()
    await page.keyboard.press('Tab')
    await tabTo(page, /跳到正文/)
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
    await tabTo(page, /^ *新增/, 60)
    expect(await showsFocus(page)).toBe(true)
    await page.keyboard.press('Enter')
    const form = page.locator('.kit-form')
    await expect(form.locator('.kit-field').first()).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => !!document.activeElement?.closest('.kit-form')))
      .toBe(true)

    // A field whose input is still on its way cannot be met yet.
    await expect(form.locator('[aria-busy=true]')).toHaveCount(0)
    const { reached, unseen } = await walk(page)
    expect(unseen).toEqual([])
    expect(reached).toEqual(
      expect.arrayContaining(
        await form
          .locator('.kit-field:not(:has(:disabled, [aria-disabled=true])) .ant-form-item-label')
          .allTextContents(),
      ),
    )
    await page.keyboard.press('Enter')
    await expect(form.getByRole('alert').first()).toBeVisible()
    await expect
      .poll(() =>
        page.evaluate(
          () => !!document.activeElement?.closest('.kit-form .ant-form-item-has-error'),
        ),
      )
      .toBe(true)

    if (await page.getByRole('dialog').count()) {
      await page.keyboard.press('Escape')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toMatch(/^新\s*增/)
    } else {
      await tabTo(page, /^ *取\s*消/)
      await page.keyboard.press('Enter')
    }
    await expect(form).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`${route}$`))
  })
}
