import type { Locator, Page } from 'playwright/test'

/** What was met, so that a test that met nothing is no proof. */
interface Met {
  dialogs: number
  tips: number
  sheets: number
}
type Look = (where: string) => Promise<void>

/** Nothing that a dialog would do is done: the tests behind this one find what they expect. */
export async function holdBack(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.route(
    (url) => /^\/(wfp|iam|hmsg|hfle)/.test(url.pathname),
    async (route) => {
      const request = route.request()
      const isAsking = /check-|permission|preview|ahead|suggest/.test(request.url())
      if (request.method() === 'GET' || isAsking) return route.fallback()
      return route.fulfill({
        status: 409,
        json: { failed: true, code: 'error.state', message: '', type: 'warn' },
      })
    },
  )
}

const dialogs = '[role=dialog]:visible, .ant-modal-confirm:visible, .ant-drawer-content:visible'
const isSeen = async (one: Locator, timeout = 600) =>
  one
    .first()
    .waitFor({ timeout })
    .then(() => true)
    .catch(() => false)
const press = async (one: Locator) =>
  one
    .click({ timeout: 1000 })
    .then(() => true)
    .catch(() => false)

/** Closes whatever stands above the page. */
async function close(page: Page): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(120)
    if ((await page.locator(`${dialogs}, .ant-dropdown:visible`).count()) === 0) return
  }
}

/** What was sent to paper, as paper has it; false: nothing was. */
export async function printedTexts(page: Page, look: () => Promise<void>): Promise<boolean> {
  // It is drawn for paper alone, unseen here.
  const isThere = await page
    .locator('.print-sheet')
    .first()
    .waitFor({ state: 'attached', timeout: 1500 })
    .then(() => true)
    .catch(() => false)
  if (!isThere) return false
  await page.waitForTimeout(200)
  await page.emulateMedia({ media: 'print' })
  await look()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  return true
}

/** What hangs above a list: its words explained, what its buttons open, what it becomes on paper. */
export async function openedTexts(
  page: Page,
  path: string,
  words: { print: RegExp },
  look: Look,
): Promise<Met> {
  const met: Met = { dialogs: 0, tips: 0, sheets: 0 }
  const main = page.locator('main')
  const isHere = () => new URL(page.url()).pathname === path
  const opened = async (where: string) => {
    if (!(await isSeen(page.locator(dialogs)))) return
    met.dialogs += 1
    await page.waitForTimeout(200)
    await look(where)
  }
  for (const mark of await main.locator('th .term-mark:visible').all()) {
    await mark.hover({ timeout: 1000 }).catch(() => undefined)
    if (!(await isSeen(page.locator('.term-says:not(.ant-tooltip-hidden)')))) continue
    met.tips += 1
    await look(`${path}, a word explained`)
    await page.mouse.move(0, 0)
  }
  for (const tool of await main.locator('.kit-tool[aria-haspopup]:visible').all()) {
    if (!(await press(tool))) continue
    await page.waitForTimeout(250)
    await look(`${path}, ${await tool.getAttribute('title').catch(() => 'a tool')}`)
    const print = page.locator('.ant-dropdown:visible').getByText(words.print)
    if ((await print.count()) > 0 && (await press(print.first())))
      met.sheets += Number(await printedTexts(page, () => look(`${path}, printed`)))
    await close(page)
  }
  const more = main.locator('tbody .kit-more:visible').first()
  if ((await more.isVisible()) && (await press(more))) {
    await isSeen(page.getByRole('menuitem'))
    await look(`${path}, the menu of a row`)
    const names = await page.getByRole('menuitem').allInnerTexts()
    await close(page)
    for (const name of names) {
      if (!isHere() || !(await press(more))) break
      if (!(await press(page.getByRole('menuitem', { name, exact: true })))) continue
      await opened(`${path}, ${name}`)
      await close(page)
    }
  }
  const box = main.locator('tbody input.kit-check:visible').first()
  if (isHere() && (await box.isVisible()) && (await press(box))) {
    const bar = main.locator('.kit-bulk:visible')
    await isSeen(bar)
    await look(`${path}, rows chosen`)
    for (const name of await bar.locator('button:visible').allInnerTexts()) {
      if (!name.trim() || !isHere()) continue
      if (!(await press(bar.getByRole('button', { name: name.trim(), exact: true })))) continue
      await opened(`${path}, ${name.trim()} for several`)
      await close(page)
    }
  }
  return met
}
