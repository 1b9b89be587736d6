import { expect, test } from 'playwright/test'
import { asCaller, enter } from './console.ts'

test('a timer says in words when it comes, and what comes next', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto('/web/equipment/camera-timers')
  await page
    .getByRole('button', { name: /新\s*增/ })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill('北片每天正午')
  await form.getByLabel('摄像头').click()
  await page.keyboard.type('北片')
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '沙湾北片高点' })
    .click()
  await expect(form.getByText('每天 12:00')).toBeVisible()
  await expect(form.getByRole('status').getByRole('listitem')).toHaveCount(5)
  await form.getByRole('button', { name: /保\s*存/ }).click()
  const row = page.getByRole('row', { name: /北片每天正午/ })
  await expect(row).toContainText('每天 12:00')
  await expect(row).toContainText('12:00')
})

test('a camera without pictures says how it gets some', async ({ page, request }) => {
  const session = await enter(page, request, 'admin')
  const all = (await (
    await request.get(`/wfpe/v1/${session.tenantId}/camera/all`, asCaller(session))
  ).json()) as { id: number; name: string }[]
  const { id } = all.find(({ name }) => name === '番茄大棚甲枪机')!
  await page.goto(`/web/equipment/camera-series?camera=${id}`)
  await expect(page.getByText('这段时间没有图片')).toBeVisible()
  await page.getByRole('link', { name: '设置定时拍照' }).click()
  await expect(page).toHaveURL(/camera-timers/)
})
