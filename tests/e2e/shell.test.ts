import { expect, test, type Page } from 'playwright/test'
import { defaultTheme, layouts } from '#contract/account/tenant.ts'
import { asCaller, enter, overflow, password, signIn, tokensOf } from './console.ts'

const openPersonMenu = async (page: Page) => {
  await page.getByRole('button', { name: /的菜单$/ }).click()
}
/** Units made here are gone again for the next file. */
test.afterAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL })
  const session = await tokensOf(request, 'admin')
  const units = `/wfpf/v1/${session.tenantId}/unit`
  const { content } = (await (await request.get(`${units}?size=0`, asCaller(session))).json()) as {
    content: { id: number; code: string }[]
  }
  for (const { id, code } of content)
    if (['bundle', 'pot', 'lost'].includes(code))
      await request.delete(`${units}/${id}`, asCaller(session))
  await request.dispose()
})
const stands = (page: Page) => expect(page.getByRole('row', { name: /千瓦时/ })).toBeVisible()

test('the palette finds pages by Chinese, English and pinyin, records by name, and gives the focus back', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/inventory/base/unit')
  await stands(page)
  const opener = page.getByRole('button', { name: '搜索（Ctrl+K）' })
  await opener.focus()
  const palette = page.getByRole('dialog', { name: '搜索页面、记录和操作' })
  const open = async () => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
  }
  for (const typed of ['用户', 'yh', 'yonghu', 'yhgl', 'users']) {
    await open()
    // As fast as the keys can come: no letter may get lost.
    await page.keyboard.type(typed)
    await expect(palette.getByRole('combobox')).toHaveValue(typed)
    await expect(palette.getByRole('option', { name: /^用户/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  }
  await expect(opener).toBeFocused()
  await open()
  await page.keyboard.type('立方米')
  await expect(palette.getByRole('option', { name: /立方米/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await open()
  await page.keyboard.type('juese')
  await expect(palette.getByRole('option', { name: /角色/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/system\/role$/)
  await expect(palette).toBeHidden()
  await open()
  // Where one was before stands first, under its heading.
  await expect(palette.getByRole('option').nth(1)).toHaveText(/^单位/)
})

test('the palette shows nobody what they may not open', async ({ page, request }) => {
  await enter(page, request, 'worker')
  await page.goto('/web/farm/home')
  await page.getByRole('button', { name: '搜索（Ctrl+K）' }).click()
  const palette = page.getByRole('dialog', { name: '搜索页面、记录和操作' })
  await palette.getByRole('combobox').fill('角色')
  await expect(palette.getByText('没有找到“角色”')).toBeVisible()
})

test('a question mark shows the keys, except where one types', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto('/inventory/base/unit')
  await stands(page)
  await page.getByRole('textbox', { name: '编码' }).press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('heading', { name: '单位' }).click()
  await page.keyboard.press('?')
  await expect(
    page.getByRole('dialog', { name: '单位 · 帮助' }).getByRole('button', { name: '关闭' }),
  ).toBeVisible()
  // What it is for, what one does, the keys, and the way to the handbook.
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('dialog').getByText('Ctrl', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a page’s ? leads to its chapter of the handbook, which is searched', async ({
  page,
  request,
}) => {
  await enter(page, request, 'worker', { language: 'en-US' })
  await page.goto('/web/farm/land')
  await page.getByRole('button', { name: 'Help for this page' }).click()
  const help = page.getByRole('dialog', { name: 'Help: Plots' })
  await expect(help.getByText(/^A plot is what you plant/)).toBeVisible()
  await help.getByRole('link', { name: /Read the handbook/ }).click()
  await expect(page).toHaveURL(/\/help\?chapter=bases/)
  await expect(page.getByRole('heading', { name: 'Draw a plot' })).toBeVisible()
  const picture = page.getByRole('img', { name: /^Plots on the map/ })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(600)
  await page.getByRole('searchbox', { name: 'Search the handbook' }).fill('safety interval')
  await page.getByRole('link', { name: 'Stock and documents · Safety interval' }).click()
  await expect(page.getByRole('heading', { name: 'Safety interval' })).toBeInViewport()
})

test('every layout leads everywhere, and a saved theme follows the person', async ({
  page,
  request,
  browser,
}) => {
  const session = await enter(page, request, 'wuzhiyuan')
  await page.goto('/web/farm/home')
  for (const layout of layouts) {
    await openPersonMenu(page)
    await page.getByRole('button', { name: '主题配置' }).click()
    const drawer = page.getByRole('dialog', { name: '主题配置' })
    await expect.poll(async () => Math.round((await drawer.boundingBox())?.width ?? 0)).toBe(344)
    const name = {
      float: '浮动',
      subfield: '分栏',
      lengthway: '纵向',
      synthesis: '综合',
      crosswise: '横向',
    }[layout]
    await drawer.getByLabel('布局').getByText(name, { exact: true }).click()
    await expect(page.locator('.shell')).toHaveAttribute('data-layout', layout)
    await drawer.getByRole('button', { name: /保\s*存/ }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByText('保存成功')).toBeVisible()
    // Three steps at most: the module where one is chosen first, its group, then the screen.
    const link = page
      .locator('.shell > :not(.shell-body)')
      .getByRole('link', { name: '单位', exact: true })
    const module = page.getByRole('button', { name: /^仓储/ }).first()
    if (!(await link.isVisible()) && (await module.isVisible())) await module.click()
    const group = page.getByRole('button', { name: '仓储设置', exact: true })
    if (!(await link.isVisible())) await group.click()
    await link.click()
    await stands(page)
    expect(await overflow(page)).toBe(0)
    await page.goto('/web/farm/home')
    await expect(page.locator('.shell')).toHaveAttribute('data-layout', layout)
  }
  const elsewhere = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await enter(elsewhere, request, 'wuzhiyuan')
  await elsewhere.goto('/web/farm/home')
  await expect(elsewhere.locator('.shell')).toHaveAttribute('data-layout', layouts.at(-1)!)
  await elsewhere.context().close()
  await request.post(`/wfpf/v1/${session.tenantId}/menu-theme`, {
    ...asCaller(session),
    data: { theme: JSON.stringify(defaultTheme) },
  })
})

test('a theme that is not saved is taken back', async ({ page, request }) => {
  await enter(page, request, 'huangmei')
  await page.goto('/web/farm/home')
  await openPersonMenu(page)
  await page.getByRole('button', { name: '主题配置' }).click()
  const drawer = page.getByRole('dialog', { name: '主题配置' })
  await drawer.getByLabel('外观').getByText('深色', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-appearance', 'dark')
  await drawer.getByRole('button', { name: /取\s*消/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-appearance', 'light')
})

test('who belongs to two enterprises goes from one to the other, and sees nothing of the first there', async ({
  page,
}) => {
  await signIn(page, 'both')
  // The latest message greets who has just signed in.
  // The latest message greets who has just signed in, the first time.
  if (test.info().retry === 0)
    await page.getByRole('dialog').getByRole('button', { name: '我知道了' }).click()
  await openPersonMenu(page)
  await expect(
    page.getByText('穗丰生态农业有限公司').filter({ visible: true }).first(),
  ).toBeVisible()
  await page.getByRole('button', { name: '切换企业' }).click()
  const dialog = page.getByRole('dialog', { name: '切换企业' })
  await expect.poll(async () => Math.round((await dialog.boundingBox())?.width ?? 0)).toBe(540)
  await expect(
    dialog.getByRole('listitem').filter({ hasText: '穗丰生态农业有限公司' }),
  ).toContainText('当前')
  await dialog
    .getByRole('listitem')
    .filter({ hasText: '清溪家庭农场' })
    .getByRole('button', { name: /进\s*入/ })
    .click()
  // A tenant without bases is led to its guide, which greets first.
  await page.waitForURL(({ pathname }) => pathname === '/home')
  await page.getByRole('dialog').getByRole('button', { name: '我知道了' }).click()
  await openPersonMenu(page)
  await expect(page.getByText('清溪家庭农场').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('石碁蔬菜基地', { exact: true })).toHaveCount(0)
})

test('announcements are counted at the bell, read one by one and all at once', async ({
  page,
  request,
}) => {
  // Nobody gives them tasks: what they have to read are announcements alone.
  await enter(page, request, 'tanweimin')
  await page.goto('/web/farm/home')
  const bell = page.getByRole('button', { name: /^消息通知/ })
  await expect(bell).toBeVisible()
  await bell.click()
  const centre = page.getByRole('dialog', { name: '通知中心' })
  await expect.poll(async () => Math.round((await centre.boundingBox())?.width ?? 0)).toBe(1040)
  const first = centre.getByRole('list').getByRole('button').first()
  await first.click()
  // The message lies over the centre: it alone is closed.
  const messages = page.getByRole('dialog').filter({ visible: true })
  await expect(messages).toHaveCount(2)
  await messages.last().getByRole('button', { name: '关闭' }).first().click()
  await expect(messages).toHaveCount(1)
  await centre.getByText('未读', { exact: true }).click()
  await centre.getByRole('button', { name: '全部标为已读' }).click()
  await page
    .getByRole('dialog', { name: '确定要全部标为已读吗？' })
    .getByRole('button', { name: '全部标为已读' })
    .click()
  await expect(page.getByText('已全部标为已读')).toBeVisible()
  await expect(page.getByRole('button', { name: '消息通知', exact: true })).toBeAttached()
})

test('a session that ends under a half-filled form is renewed over it, and the form is saved', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  await page.goto('/inventory/base/unit')
  await stands(page)
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog').first()
  await form.getByLabel('编码').fill('bundle')
  await form.getByLabel('名称', { exact: true }).fill('捆')
  await request.post('/oauth/token/logout', { form: { access_token: session.access_token } })
  await form.getByRole('button', { name: /保\s*存/ }).click()
  const again = page.getByRole('dialog', { name: '登录已过期' })
  await expect(again).toBeVisible()
  await expect(again.getByRole('textbox', { name: '用户名' })).toHaveValue('admin')
  await again.locator('input[type=password]').fill(password)
  await again.getByRole('button', { name: '登录', exact: true }).click()
  await expect(again).toBeHidden()
  await expect(page.getByRole('row', { name: /捆/ })).toHaveCount(1)
})

test('a second click makes nothing twice', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto('/inventory/base/unit')
  await stands(page)
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('编码').fill('pot')
  await form.getByLabel('名称', { exact: true }).fill('盆栽')
  await form.getByRole('button', { name: /保\s*存/ }).dblclick()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: /盆栽/ })).toHaveCount(1)
  await expect(page.getByText('已被使用')).toHaveCount(0)
})

test('an answer that is lost on its way leaves the form, and saving again makes one row', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  await page.goto('/inventory/base/unit')
  await stands(page)
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('编码').fill('lost')
  await form.getByLabel('名称', { exact: true }).fill('担子')
  let isFirst = true
  await page.route(`**/wfpf/v1/${session.tenantId}/unit`, async (route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.continue()
    isFirst = false
    // The server does its work; its answer never arrives.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form.getByRole('alert').first()).toBeVisible()
  await expect(form.getByLabel('名称', { exact: true })).toHaveValue('担子')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: /担子/ })).toHaveCount(1)
})

test('a half-filled form is asked about before it is lost, and offered again after a crash', async ({
  page,
  request,
  context,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/inventory/base/unit')
  await stands(page)
  await page.getByRole('button', { name: '新增' }).click()
  await page.getByRole('dialog').getByLabel('名称', { exact: true }).fill('半成品')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await page.getByRole('dialog').last().getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByLabel('名称', { exact: true })).toHaveValue('半成品')
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('draft.'))),
    )
    .toBe(true)
  // Without a word to the page: what a crash leaves behind.
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  await again.goto('/inventory/base/unit?open=create')
  await again.getByRole('button', { name: /^恢\s*复$/ }).click()
  await expect(again.getByRole('dialog').getByLabel('名称', { exact: true })).toHaveValue('半成品')
})
