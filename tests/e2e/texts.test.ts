import { expect, test, type Page } from 'playwright/test'
import { noviceScreen } from '#contract/farm/home.ts'
import { screens } from '#contract/domains.ts'
import { enter } from './console.ts'
import { strayTexts } from './stray-texts.ts'

const drawn = async (page: Page) => {
  await page.waitForTimeout(150)
  await page
    .locator('.kit-skeleton, [aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached', timeout: 3000 })
    .catch(() => undefined)
  await page.waitForTimeout(100)
}
/** Goes there as a link does: the console stays, and what pages have loaded before does too. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await drawn(page)
}
const words = {
  'zh-CN': { add: /^\s*新\s*增\s*$/, save: /^\s*保\s*存\s*$/, rights: '分配权限', print: '打印' },
  'en-US': { add: /^\s*Add\s*$/, save: /^\s*Save\s*$/, rights: 'Permissions', print: 'Print' },
} as const

/**
 * Lists of a half of the screens in one language and of the other half in the other, of some the
 * empty form with its mistakes and the first record; `CRAWL=all` sees all of them in both. That every label exists in
 * both is a law of its own; what this finds is what a page forgot to load, to translate or to name.
 */
for (const [half, language] of (['zh-CN', 'en-US'] as const).entries())
  test(`nothing raw and nothing foreign is said in ${language}`, async ({ page, request }) => {
    test.setTimeout(process.env.CRAWL === 'all' ? 1_800_000 : 420_000)
    page.setDefaultTimeout(3000)
    const said = words[language]
    await enter(page, request, 'admin', { language })
    await page.goto('/web/farm/approval', { timeout: 30_000 })
    await page.locator('main').first().waitFor({ timeout: 30_000 })
    await drawn(page)
    const found: Record<string, string[]> = {}
    const look = async (where: string) => {
      const here = await strayTexts(page, language)
      if (here.length) found[where] = here
    }
    const shown = screens.filter(
      (screen, at) =>
        !screen.operator &&
        screen !== noviceScreen &&
        !screen.isSimulated &&
        (process.env.CRAWL === 'all' || at % 2 === half),
    )
    for (const [at, { route }] of shown.entries()) {
      await go(page, route)
      await look(route)
      if (process.env.CRAWL !== 'all' && at % 4 !== half) continue
      const main = page.locator('main:visible')
      const add = main.getByRole('button', { name: said.add }).first()
      if (await add.isVisible()) {
        await add.click().catch(() => undefined)
        await drawn(page)
        await page
          .getByRole('button', { name: said.save })
          .last()
          .click({ timeout: 1000 })
          .catch(() => undefined)
        await look(`${route}, a form with its mistakes`)
        await go(page, '/web/farm/approval')
        await go(page, route)
      }
      const record = main.locator('tbody button.kit-link').first()
      if (await record.isVisible()) {
        await record.click().catch(() => undefined)
        await drawn(page)
        await look(`${route}, a record`)
      }
      await page.keyboard.press('Escape')
    }
    page.setDefaultTimeout(20_000)
    await page.goto('/system/role')
    await drawn(page)
    const row = page.getByRole('row').nth(2)
    const rights = row.getByRole('button', { name: said.rights })
    if (!(await rights.isVisible())) await row.getByRole('button').last().click()
    await page.getByText(said.rights, { exact: true }).last().click({ timeout: 20_000 })
    await page.locator('.role-matrix, .role-buttons-of').first().waitFor()
    await look('the permission matrix')
    expect(found).toEqual({})
  })
