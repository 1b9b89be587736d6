import { expect, test, type Page } from 'playwright/test'
import { asCaller, enter, tokensOf } from './console.ts'

// Every way out of a form with unsaved work asks (docs/specification.md 5.6); a clean form lets go
// at once.
test.afterAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL })
  const session = await tokensOf(request, 'both')
  const units = `/wfpf/v1/${session.tenantId}/unit`
  const { content } = (await (await request.get(`${units}?size=0`, asCaller(session))).json()) as {
    content: { id: number; code: string }[]
  }
  for (const { id, code } of content)
    if (code === 'sack') await request.delete(`${units}/${id}`, asCaller(session))
  await request.dispose()
})
const question = (page: Page) => page.getByRole('dialog', { name: '离开此页面？' })
const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel('编码') })
const name = (page: Page) => drawer(page).getByLabel('名称', { exact: true })

interface Exit {
  how: string
  go: (page: Page) => Promise<unknown>
  /** Where one is when it has been let go. */
  isOut: (page: Page) => Promise<unknown>
}
const menu = (page: Page, item: string) => async () => {
  // The drawer's mask lies over the frame; the keyboard and a script reach it all the same.
  await page
    .getByRole('button', { name: /的菜单$/, includeHidden: true })
    .evaluate((button) => (button as HTMLElement).click())
  await page
    .getByRole('button', { name: item, includeHidden: true })
    .evaluate((button) => (button as HTMLElement).click())
}
const tabMenu = (page: Page, tab: string, item: string) => async () => {
  await page
    .getByRole('tab', { name: tab, exact: true, includeHidden: true })
    .dispatchEvent('contextmenu', { bubbles: true })
  await page
    .getByRole('menuitem', { name: item, includeHidden: true })
    .evaluate((button) => (button as HTMLElement).click())
}
const at = (path: RegExp) => (page: Page) => expect(page).toHaveURL(path)
const exits: Exit[] = [
  {
    how: 'a link of the menu',
    go: (page) =>
      page
        .getByRole('link', { name: '往来单位', includeHidden: true })
        .first()
        .evaluate((link) => (link as HTMLElement).click()),
    isOut: at(/\/businesses$/),
  },
  {
    how: 'the palette',
    go: async (page) => {
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: '搜索页面、记录和操作' })
      await palette.getByRole('combobox').fill('往来单位')
      await expect(palette.getByRole('option', { name: /往来单位/ }).first()).toBeVisible()
      await page.keyboard.press('Enter')
    },
    isOut: at(/\/businesses$/),
  },
  { how: 'a step back', go: (page) => page.evaluate(() => history.back()), isOut: at(/\/unit$/) },
  {
    how: 'closing its tab',
    go: (page) => tabMenu(page, '单位', '关闭当前')(),
    isOut: (page) => expect(page).not.toHaveURL(/\/unit/),
  },
  {
    how: 'closing the other tabs',
    go: (page) => tabMenu(page, '首页', '关闭其他')(),
    isOut: at(/\/home$/),
  },
  {
    how: 'entering another tenant',
    go: async (page) => {
      await menu(page, '切换企业')()
      await page
        .getByRole('dialog', { name: '切换企业' })
        .getByRole('button', { name: /进\s*入/ })
        .click()
    },
    isOut: (page) =>
      expect(
        page
          .getByText('清溪家庭农场')
          .or(page.getByRole('heading', { name: '首页' }))
          .first(),
      ).toBeVisible(),
  },
  { how: 'signing out', go: (page) => menu(page, '退出登录')(), isOut: at(/\/login/) },
  {
    how: 'the drawer’s cross',
    go: (page) =>
      drawer(page)
        .getByRole('button', { name: /关闭|Close/ })
        .first()
        .click(),
    isOut: (page) => expect(drawer(page)).toHaveCount(0),
  },
  {
    how: 'Escape',
    go: (page) => page.keyboard.press('Escape'),
    isOut: (page) => expect(drawer(page)).toHaveCount(0),
  },
]
const begin = async (page: Page) => {
  await page.goto('/web/farm/home')
  await page.getByRole('tab', { name: '首页' }).waitFor()
  await page.goto('/inventory/base/unit')
  await page.getByRole('row', { name: /千瓦时/ }).waitFor()
  await expect.poll(() => page.getByRole('tab').count()).toBeGreaterThan(1)
  await page.getByRole('button', { name: '新增' }).click()
  await expect(drawer(page)).toBeVisible()
}

for (const { how, go, isOut } of exits) {
  test(`unsaved work is asked about before it is left by ${how}`, async ({ page, request }) => {
    await enter(page, request, 'both')
    await begin(page)
    await name(page).fill('半成品')
    await go(page)
    await expect(question(page)).toBeVisible()
    await question(page)
      .getByRole('button', { name: /取\s*消/ })
      .click()
    await expect(question(page)).toHaveCount(0)
    await expect(page).toHaveURL(/unit\?open=create/)
    await page
      .getByRole('dialog', { name: '切换企业' })
      .getByRole('button', { name: '关闭' })
      .click({ timeout: 500 })
      .catch(() => undefined)
    await expect(name(page)).toHaveValue('半成品')
    // Asked again: the first answer took nothing away.
    await go(page)
    await question(page)
      .getByRole('button', { name: /离\s*开/ })
      .click()
    await isOut(page)
    await expect(question(page)).toHaveCount(0)
  })
}

test('a clean form and a saved one ask nothing', async ({ page, request }) => {
  test.setTimeout(120_000)
  await enter(page, request, 'both')
  for (const { how, go, isOut } of exits) {
    if (!['a link of the menu', 'a step back', 'closing its tab', 'Escape'].includes(how)) continue
    await begin(page)
    await go(page)
    await isOut(page)
    expect([how, await question(page).count()]).toEqual([how, 0])
  }
  await begin(page)
  await drawer(page).getByLabel('编码').fill('sack')
  await name(page).fill('麻袋')
  await page.keyboard.press('Control+Enter')
  await expect(drawer(page)).toHaveCount(0)
  await page.getByRole('link', { name: '往来单位' }).first().click()
  await expect(page).toHaveURL(/\/businesses$/)
  expect(await question(page).count()).toBe(0)
  await menu(page, '退出登录')()
  await expect(page).toHaveURL(/\/login/)
})

test('the window asks before it is closed, and only then', async ({ page, request }) => {
  await enter(page, request, 'both')
  await begin(page)
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await name(page).fill('半成品')
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await expect(name(page)).toHaveValue('半成品')
  await name(page).fill('')
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => page.isClosed()).toBe(true)
  expect(asked).toHaveLength(1)
})
