import { expect, test } from 'playwright/test'
import { asCaller, enter, overflow, tokensOf, watchFaults } from './console.ts'

test('the brief of the morning leads on, is sent at an hour, and fits a phone', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'huangmei')
  await page.goto('/web/farm/home')
  const card = page.locator('[data-card=brief]')
  await expect(card.getByRole('listitem').first()).toBeVisible()
  await card.getByRole('link', { name: '打开简报' }).click()
  await expect(page).toHaveURL(/\/web\/farm\/brief/)
  const base = page.getByRole('region', { name: '沙湾水稻基地' })
  await expect(base.getByRole('listitem').filter({ hasText: '作物' })).toContainText('在种')
  await base.getByRole('link', { name: '任务' }).click()
  await expect(page).toHaveURL(/\/web\/farm\/taskManger\?.*base=\d+/)
  await page.goBack()

  await page.getByRole('combobox', { name: '每天发到消息' }).press('ArrowDown')
  await page.locator('.ant-select-item-option', { hasText: /^7:00$/ }).click()
  await expect(page.locator('.brief-bar .ant-select-loading')).toHaveCount(0)
  await page.reload()
  await expect(page.locator('.brief-bar')).toContainText('7:00')
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(page.getByRole('button', { name: '打印' })).toBeVisible()
  expect(await overflow(page)).toBe(0)
  expect(faults).toEqual([])
})

test('who scans the code on the spot is there', async ({ page, browser, request }) => {
  test.setTimeout(90_000)
  const faults = watchFaults(page)
  await enter(page, request, 'huangmei')
  await page.goto('/web/farm/activity')
  await page.getByRole('button', { name: '番茄整枝打杈现场培训' }).click()
  await expect(page.getByText('2 人报名，0 人签到')).toBeVisible()
  await page.getByRole('button', { name: '签到二维码' }).click()
  const shown = page.getByRole('dialog', { name: '签到二维码' })
  const code = await shown.locator('strong').textContent()
  const id = new URL(page.url()).searchParams.get('id')

  const phone = await browser.newContext({ viewport: { width: 375, height: 812 } })
  const other = await phone.newPage()
  await enter(other, request, 'worker')
  await other.goto(`/web/farm/activity/sign/${id}/${code}`)
  await other.getByRole('button', { name: '签到', exact: true }).click()
  await expect(other).toHaveURL(new RegExp(`/web/farm/activity\\?.*id=${id}`))
  await expect(other.getByText(/\d\d:\d\d(:\d\d)? 签到/).first()).toBeVisible()
  await phone.close()

  await page.keyboard.press('Escape')
  await expect(page.getByText('2 人报名，1 人签到')).toBeVisible()
  expect(faults).toEqual([])
})

test('a visitor reads of a public seed without signing in, and of no other', async ({
  page,
  request,
}) => {
  const session = await tokensOf(request, 'admin')
  const seeds = (await (
    await request.get(`/wfpf/v1/${session.tenantId}/seed/page?size=0`, asCaller(session))
  ).json()) as { content: { id: number; seedName: string; publicFlag: 0 | 1 }[] }
  const open = seeds.content.find(({ publicFlag }) => publicFlag === 1)!
  const closed = seeds.content.find(({ publicFlag }) => publicFlag === 0)!
  await page.goto(`/seed?tenantId=${session.tenantId}&id=${open.id}`)
  await expect(page.getByText(open.seedName).first()).toBeVisible()
  const picture = page.locator('img').first()
  await expect
    .poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0)
  await page.goto(`/seed?tenantId=${session.tenantId}&id=${closed.id}`)
  await expect(page.getByText(closed.seedName)).toHaveCount(0)
})
