import { expect, test } from 'playwright/test'
import { asCaller, enter, fromMenu, tokensOf } from './console.ts'

test('the operator sets up a tenant’s screens, and its people find them in their header', async ({
  page,
  request,
  browser,
}) => {
  await enter(page, request, 'operator')
  await page.goto('/system/platform/tenants')
  await fromMenu(page.getByRole('row', { name: /穗丰生态农业/ }), '大屏')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('名称').first()).toHaveValue('生产指挥大屏')
  await dialog.getByRole('button', { name: '添加大屏' }).click()
  // The last one: a second try finds what the first has added.
  const added = dialog.getByRole('group', { name: /^大屏 \d+$/ }).last()
  const name = `仓储大屏 ${test.info().retry}`
  await added.getByLabel('名称').fill(name)
  await added.getByLabel('地址').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog.getByText('请输入以 / 开头的路径或 http(s) 地址')).toBeVisible()
  await added.getByLabel('地址').fill('/inventory/base/unit')
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(dialog).toBeHidden()

  const theirs = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await enter(theirs, request, 'admin')
  await theirs.goto('/web/farm/home')
  await theirs.getByRole('button', { name: '大屏入口' }).click()
  const [opened] = await Promise.all([
    theirs.waitForEvent('popup'),
    theirs.getByRole('button', { name: `打开${name}` }).click(),
  ])
  // Signed in by a code that is gone from the address at once.
  await expect(opened).toHaveURL(/\/inventory\/base\/unit$/)
  await expect(opened.getByRole('row', { name: /千瓦时/ })).toBeVisible()
  await theirs.context().close()
})

test('who acts for somebody is led back to the platform when the tenant ends it, and told why', async ({
  page,
  request,
}) => {
  await enter(page, request, 'operator')
  await page.goto('/system/platform/tenants')
  await fromMenu(page.getByRole('row', { name: /穗丰生态农业/ }), '代为操作')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('成员').fill('shenlijuan')
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'shenlijuan' })
    .click()
  await dialog.getByLabel('原因').fill('协助排查问题')
  await dialog.getByRole('button', { name: '代为操作' }).click()
  await expect(page.getByRole('status').filter({ hasText: '正在代 ' })).toBeVisible()

  const admin = await tokensOf(request, 'admin')
  const path = `/iam/v1/${admin.tenantId}/users`
  const { content } = (await (
    await request.get(`${path}?loginName=shenlijuan`, asCaller(admin))
  ).json()) as { content: { id: number; loginName: string }[] }
  const { id } = content.find(({ loginName }) => loginName === 'shenlijuan')!
  const ended = await request.post(`${path}/${id}/end-sessions`, asCaller(admin))
  expect(ended.ok()).toBe(true)
  await expect(page).toHaveURL(/\/system\/platform\/operations/)
  await expect(page.getByText('操作已结束')).toBeVisible()
  await page.goto('/system/platform/tenants')
  await expect(page.getByRole('row', { name: /穗丰生态农业/ })).toBeVisible()
})
