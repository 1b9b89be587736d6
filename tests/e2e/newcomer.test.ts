import { expect, test, type Browser, type Page } from 'playwright/test'
import { asCaller, enter, signIn, tokensOf, watchFaults } from './console.ts'
import { connectAsShown, report } from './devices.ts'

/** Beyond these a person has given up; told, and bounded by the test's own time alone. */
const bars = { firstValue: 300, colleague: 120 }
const told = (name: keyof typeof bars, since: number) => {
  const seconds = Math.round((Date.now() - since) / 1000)
  console.log(`newcomer: ${name} after ${seconds} s (aim ${bars[name]} s)`)
}
const freshPhone = () => `136${String(Date.now()).slice(-8)}`

/** What the platform's operator reads to whoever asks for their code. */
async function codeFor(browser: Browser, phone: string): Promise<string> {
  const operator = await browser.newPage({ baseURL: test.info().project.use.baseURL })
  await signIn(operator, 'operator')
  await operator.goto('/system/platform/sms-outbox')
  const row = operator.getByRole('row', { name: new RegExp(phone) }).first()
  const [code] = /\d{6}/.exec(await row.locator('.kit-text').innerText())!
  await operator.close()
  return code!
}
const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })

test('from registration to the first value of a device, by what stands on the screen', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const faults = watchFaults(page)
  const phone = freshPhone()
  const since = Date.now()
  await page.goto('/login')
  await page.getByRole('link', { name: '注册账号' }).click()
  await page.getByLabel('姓名').fill('韩春生')
  await page.getByLabel('密码', { exact: true }).fill('Spring2027a')
  await page.getByLabel('企业名称').fill('春生家庭农场')
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText('短信发件箱')).toBeVisible()
  await page.getByLabel('短信验证码').fill(await codeFor(browser, phone))
  await page.getByRole('button', { name: '注册', exact: true }).click()

  // No second sign-in: the guide is the first page.
  await page.waitForURL(({ pathname }) => pathname === '/home')
  await page.getByRole('dialog').getByRole('button', { name: '我知道了' }).click()
  await page.getByRole('button', { name: '装入所选' }).click()
  await expect(page.getByText('新增 111 条，跳过已有 0 条')).toBeVisible()
  await page.getByLabel('基地简称').fill('河湾基地')
  await page.getByRole('textbox', { name: '位置' }).fill('22.9612,113.3421')
  await page.getByRole('button', { name: /^完\s*成$/ }).click()
  await page.waitForURL(({ pathname }) => pathname === '/web/farm/home')
  const strip = page.locator('[data-card="guide"]')
  await expect(strip).toContainText('已完成 2 / 7 步')
  await expect(strip).toContainText('下一步：画出地块')

  // Steps are taken in any order.
  await strip.getByRole('link', { name: '全部步骤' }).click()
  await page.getByRole('button', { name: /接入第一台设备/ }).click()
  await step(page, '接入第一台设备').getByRole('button', { name: '新增设备' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('设备名称').fill('门口墒情')
  await form.getByRole('combobox', { name: '设备类型' }).click()
  await page.getByTitle('管式墒情仪', { exact: true }).click()
  await form.getByLabel('设备编号').fill(`men-${Date.now() % 1_000_000}`)
  // The only base is chosen already.
  await expect(form.getByTitle('河湾基地', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await page.getByRole('button', { name: '生成凭证' }).click()
  const device = await connectAsShown(page)
  await report(device, { values: { 'humidity.1': 21.5 } })
  await expect(page.getByText('已收到消息')).toBeVisible()
  await expect(page.getByText('21.5').first()).toBeVisible()
  told('firstValue', since)
  await device.endAsync()

  // The guide is found again, and has seen it.
  await page.getByRole('button', { name: /韩春生/ }).click()
  await page.getByRole('button', { name: '新手引导' }).click()
  await expect(step(page, '接入第一台设备')).toContainText('1 台设备')
  // Nothing was closed meanwhile, and what was put aside stays so.
  await page.goto('/inventory/base/unit')
  await expect(page.getByText(/共 2\d 条/)).toBeVisible()
  await page.goto('/web/farm/home')
  await strip.getByRole('button', { name: '先放一边' }).click()
  await expect(strip).toHaveCount(0)
  await page.reload()
  await expect(page.locator('[data-card="waiting"]')).toBeVisible()
  await expect(strip).toHaveCount(0)
  expect(faults).toEqual([])
})

test('an invited colleague is in by the link alone', async ({ page, browser, request }) => {
  const since = Date.now()
  await enter(page, request, 'admin')
  await page.goto('/system/user-manage?open=create')
  const form = page.getByRole('dialog')
  const loginName = `kong${Date.now() % 100_000}`
  await form.getByLabel('登录名').fill(loginName)
  await form.getByLabel('姓名').fill('孔令仪')
  await form.getByRole('combobox', { name: '角色' }).click()
  await page.locator('.ant-select-item-option', { hasText: '审批人' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  const invite = page.getByRole('dialog', { name: /孔令仪/ })
  await invite.getByRole('button', { name: /^生\s*成$/ }).click()
  await expect(invite.getByText('未接入短信网关')).toBeVisible()
  await expect(invite.getByRole('listitem')).toHaveCount(3)
  const link = await invite.locator('.kit-issued-link').innerText()

  const theirs = await browser.newPage({ baseURL: test.info().project.use.baseURL })
  await theirs.goto(new URL(link).pathname + new URL(link).hash)
  await expect(theirs.getByLabel('登录名')).toHaveValue(loginName)
  await theirs.getByLabel('新密码').fill('Spring2027a')
  await theirs.getByRole('button', { name: /^加\s*入$/ }).click()
  await theirs.waitForURL(({ pathname }) => pathname === '/web/farm/home')
  await expect(theirs.getByText(/孔令仪/).first()).toBeVisible()
  // What waits for them, and no guide: nothing is theirs to set up.
  await expect(theirs.locator('[data-card="waiting"]')).toBeVisible()
  await expect(theirs.locator('[data-card="guide"]')).toHaveCount(0)
  await theirs.goto('/home')
  await expect(theirs.getByText('您的角色没有其中的权限')).toBeVisible()
  told('colleague', since)
  await theirs.close()
  const admin = await tokensOf(request, 'admin')
  const users = `/iam/v1/${admin.tenantId}/users`
  const { content } = (await (
    await request.get(`${users}?loginName=${loginName}`, asCaller(admin))
  ).json()) as { content: { id: number }[] }
  await request.delete(`${users}/${content[0]!.id}`, asCaller(admin))
})
