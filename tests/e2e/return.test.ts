import { expect, test, type Locator, type Page } from 'playwright/test'
import { enter } from './console.ts'

// Who looks at a record and comes back stands where they stood (docs/specification.md 5.2).
test.use({ viewport: { width: 1440, height: 420 } })
const top = (page: Page) => page.evaluate(() => window.scrollY)
const near = (page: Page, at: number) =>
  expect.poll(async () => Math.abs((await top(page)) - at)).toBeLessThanOrEqual(5)
const listed = (page: Page) => expect(page.locator('.kit-list[aria-busy="false"]')).toBeVisible()
const latest = (page: Page) => page.locator('[data-latest]')
async function scrollTo(page: Page, at: number): Promise<number> {
  await page.evaluate((y) => window.scrollTo(0, y), at)
  await expect.poll(() => top(page)).toBeGreaterThan(at / 2)
  return top(page)
}

test('a record in the drawer gives the list back as it was, also after saving', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/web/farm/land?size=100&sort=landCode%2Cdesc&landCode=S')
  await expect(page.getByText('共 25 条')).toBeVisible()
  const address = page.url()
  const row = page.getByRole('row', { name: /SQ-A03/ })
  await row.scrollIntoViewIfNeeded()
  const at = await scrollTo(page, 600)
  await row
    .getByRole('button', { name: /编辑/ })
    .evaluate((button) => (button as HTMLElement).click())
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('地块编码')).toHaveValue('SQ-A03')
  await page.goBack()
  await expect(form).toHaveCount(0)
  await expect(latest(page)).toContainText('SQ-A03')
  await expect(page).toHaveURL(address)
  await near(page, at)
  await expect(latest(page)).toHaveCount(0)

  await row
    .getByRole('button', { name: /编辑/ })
    .evaluate((button) => (button as HTMLElement).click())
  await form.getByLabel('描述').fill('复核过')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toHaveCount(0)
  await expect(latest(page)).toContainText('SQ-A03')
  await expect(page).toHaveURL(address)
  await near(page, at)
})

for (const { width, kind } of [
  { width: 1440, kind: 'kept in its tab' },
  { width: 375, kind: 'drawn anew on a phone' },
]) {
  test(`a record on a page of its own gives back the list, ${kind}`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 320 })
    await enter(page, request, 'admin')
    await page.goto('/system/article?size=100&enabledFlag=1')
    await listed(page)
    const address = page.url()
    const row = page.locator('[data-row-key]', { hasText: '草地贪夜蛾' })
    // A card's verbs wait behind its button; pressed from where the list stands.
    const press = (button: Locator) => button.evaluate((one) => (one as HTMLElement).click())
    const edit = async () => {
      if (width < 500) {
        await press(row.getByRole('button', { name: /^更多操作/ }))
        await press(page.getByRole('menuitem', { name: '编辑', exact: true }))
      } else await press(row.getByRole('button', { name: /编辑/ }))
    }
    await expect(row).toBeVisible()
    const at = await scrollTo(page, 200)
    await edit()
    await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(/草地贪夜蛾/)
    await page.goBack()
    await expect(latest(page)).toContainText('草地贪夜蛾')
    await expect(page).toHaveURL(address)
    await near(page, at)

    await edit()
    await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(/草地贪夜蛾/)
    // The way back outlives a reload of the record's page; where the list was scrolled to does not.
    const isReloaded = width < 500
    if (isReloaded) await page.reload()
    await page.getByLabel('摘要').fill(`周边重点监测 ${width}`)
    await page.getByRole('button', { name: /保\s*存/ }).click()
    await expect(page).toHaveURL(address)
    if (isReloaded) return
    await expect(latest(page)).toContainText('草地贪夜蛾')
    await near(page, at)
  })
}
