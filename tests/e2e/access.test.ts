import { expect, test } from 'playwright/test'
import { livePath } from '#contract/platform/platform-calls.ts'
import { enter, signIn } from './console.ts'

test('signing in leads to where one wanted to go, and nowhere else', async ({ page }) => {
  await page.goto('/inventory/base/unit')
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('textbox', { name: '用户名' }).fill('admin')
  await page.locator('input[type=password]').fill('Furrow2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/inventory\/base\/unit/)
  await expect(page.getByRole('row', { name: /千瓦时/ })).toBeVisible()
})

test('a wrong password is told from nothing, and the field is ready for the next try', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeDisabled()
  await page.getByRole('textbox', { name: '用户名' }).fill('nobody-here')
  await page.locator('input[type=password]').fill('Wrong2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('用户名或密码错误')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('a screen one may not open says what is missing and who can give it', async ({
  page,
  request,
}) => {
  await enter(page, request, 'worker')
  await page.goto('/system/role')
  await expect(page.getByText('您没有权限访问此页面')).toBeVisible()
  await expect(page.getByText(/缺少权限.*角色/)).toBeVisible()
  await expect(page.getByText(/林建国/).first()).toBeVisible()
})

test('without the list of its module no screen of it is open', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.route('**/menus/role?**', (route) => route.abort())
  await page.goto('/inventory/base/unit')
  await expect(page.getByText('您没有权限访问此页面')).toBeVisible()
  await page.unroute('**/menus/role?**')
  await page.reload()
  await expect(page.getByRole('row', { name: /千瓦时/ })).toBeVisible()
})

test('a screen that is not built is a page not found, never a promise', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  for (const path of ['/web/trace/index', '/system/graphic-editor', '/no/such/page']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: '页面飞到其他星球去了' })).toBeVisible()
  }
})

test('two people who change the same unit: the second is shown the difference', async ({
  browser,
  request,
}) => {
  const [one, two] = await Promise.all(
    [0, 1].map(async () => (await browser.newContext({ locale: 'zh-CN' })).newPage()),
  )
  for (const page of [one!, two!]) {
    await enter(page, request, page === one ? 'admin' : 'wuzhiyuan')
    await page.goto('/inventory/base/unit')
    await page
      .getByRole('row', { name: /立方米/ })
      .getByRole('button', { name: /编辑/ })
      .click()
    await expect(page.getByRole('dialog').getByLabel('描述')).toBeVisible()
  }
  await one!.getByRole('dialog').getByLabel('描述').fill('灌溉用水')
  await one!
    .getByRole('dialog')
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(one!.getByRole('dialog')).toBeHidden()
  await two!.getByRole('dialog').getByLabel('描述').fill('沼液')
  await two!
    .getByRole('dialog')
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(two!.getByText('该记录已被他人修改')).toBeVisible()
  await expect(two!.getByText(/林建国/).first()).toBeVisible()
  await expect(two!.getByText('灌溉用水').first()).toBeVisible()
  await two!.getByRole('button', { name: '保留我的内容' }).click()
  await expect(two!.getByRole('row', { name: /沼液/ })).toBeVisible()
  for (const page of [one!, two!]) await page.context().close()
})

test('somebody else’s change shows by itself', async ({ page, request }) => {
  const session = await enter(page, request, 'admin')
  const stream = page.waitForResponse((answer) =>
    answer.url().includes(livePath.replace('{tenant}', String(session.tenantId))),
  )
  await page.goto('/inventory/base/unit')
  await expect(page.getByRole('row', { name: /千瓦时/ })).toBeVisible()
  await stream
  const made = await request.post(`/wfpf/v1/${session.tenantId}/unit`, {
    headers: { authorization: `Bearer ${session.access_token}` },
    data: { code: 'live', name: '担' },
  })
  await expect(page.getByRole('row', { name: /担/ })).toBeVisible()
  await request.delete(
    `/wfpf/v1/${session.tenantId}/unit/${((await made.json()) as { id: number }).id}`,
    { headers: { authorization: `Bearer ${session.access_token}` } },
  )
  await expect(page.getByRole('row', { name: /担/ })).toHaveCount(0)
})

test('the novice tenant begins with its guide', async ({ page }) => {
  await signIn(page, 'chen')
  await expect(page).toHaveURL(/\/home$/)
})
