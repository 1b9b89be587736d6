import { expect, test } from 'playwright/test'
import { noviceScreen } from '#contract/guide/novice.ts'
import { screens } from '#contract/domains.ts'
import { drawn, enter, go } from './console.ts'
import { holdBack, openedTexts, printedTexts } from './opened-texts.ts'
import { strayTexts } from './stray-texts.ts'

/**
 * Of all screens, the dialogs of every tenth are opened where the run sees them: the same ones on every
 * day, so that a run says of the same code the same.
 */
const [opensOneOf, opensFrom] = [10, 3]
const words = {
  'zh-CN': {
    add: /^(plus )?\s*新\s*增\s*$/,
    save: /^\s*保\s*存\s*$/,
    rights: '分配权限',
    print: /^打\s*印$/,
  },
  'en-US': {
    add: /^(plus )?\s*Add\s*$/,
    save: /^\s*Save\s*$/,
    rights: 'Permissions',
    print: /^Print$/,
  },
} as const

/**
 * Lists, empty forms with their mistakes, and first records: a quarter of the screens in one language
 * and another quarter in the other; `CRAWL=all` sees all of them in both. What hangs above a list
 * (words explained, menus, dialogs of rows and of several, paper) takes longer: a few of these. That every label exists in
 * both is a law of its own; what this finds is what a page forgot to load, to translate or to name.
 */
for (const [half, language] of (['zh-CN', 'en-US'] as const).entries())
  test(`nothing raw and nothing foreign is said in ${language}`, async ({ page, request }) => {
    test.setTimeout(process.env.CRAWL === 'all' ? 3_600_000 : 420_000)
    page.setDefaultTimeout(3000)
    const said = words[language]
    await holdBack(page)
    await enter(page, request, 'admin', { language })
    await page.goto('/web/farm/approval', { timeout: 30_000 })
    await page.locator('main').first().waitFor({ timeout: 30_000 })
    await drawn(page)
    const found: Record<string, string[]> = {}
    const seen = { forms: 0, records: 0, dialogs: 0, tips: 0, sheets: 0 }
    const look = async (where: string) => {
      const here = await strayTexts(page, language)
      if (here.length) found[where] = here
    }
    const shown = screens.filter(
      (screen, at) =>
        !screen.operator &&
        screen !== noviceScreen &&
        !screen.isSimulated &&
        (process.env.CRAWL === 'all' || at % 4 === 2 * half),
    )
    for (const [at, { route }] of shown.entries()) {
      await go(page, route)
      await look(route)
      const main = page.locator('main')
      const add = main.getByRole('button', { name: said.add }).first()
      if (await add.isVisible()) {
        await add.click().catch(() => undefined)
        await drawn(page)
        await page
          .getByRole('button', { name: said.save })
          .last()
          .click({ timeout: 1000 })
          .catch(() => undefined)
        seen.forms += 1
        await look(`${route}, a form with its mistakes`)
        await go(page, '/web/farm/approval')
        await go(page, route)
      }
      const opens = process.env.CRAWL === 'all' || at % opensOneOf === opensFrom
      if (opens) {
        const met = await openedTexts(page, route, said, look)
        for (const kind of ['dialogs', 'tips', 'sheets'] as const) seen[kind] += met[kind]
        await go(page, '/web/farm/approval')
        await go(page, route)
      }
      const record = main.locator('tbody button.kit-link:visible').first()
      if (await record.isVisible()) {
        await record.click().catch(() => undefined)
        await drawn(page)
        seen.records += 1
        await look(`${route}, a record`)
        const print = page.getByRole('button', { name: said.print }).last()
        if (opens && (await print.isVisible())) {
          await print.click().catch(() => undefined)
          seen.sheets += Number(await printedTexts(page, () => look(`${route}, a record printed`)))
        }
      }
      await page.keyboard.press('Escape')
    }
    await go(page, '/web/farm/approval')
    await go(page, '/system/role')
    await page.locator('main .kit-more:visible').nth(1).click({ timeout: 15_000 })
    await page.getByRole('menuitem', { name: said.rights, exact: true }).click()
    await page.locator('.role-matrix, .role-buttons-of').first().waitFor({ timeout: 30_000 })
    await look('the permission matrix')
    expect(found).toEqual({})
    // Forms, records and what hangs above a list were met, not only lists.
    expect(Math.min(seen.forms, seen.records)).toBeGreaterThan(1)
    // A day's few may have none of a kind.
    if (process.env.CRAWL === 'all')
      expect(Math.min(seen.dialogs, seen.tips, seen.sheets)).toBeGreaterThan(10)
  })
