import { expect, test } from 'playwright/test'
import { findings } from './axe.ts'
import { enter } from './console.ts'

test('a link shows a camera to somebody without an account, until it is taken back', async ({
  page,
  request,
  browser,
}) => {
  await enter(page, request, 'admin')
  await page.goto(`/system/cameraManager?name=${encodeURIComponent('一号温室球机')}`)
  const row = page.getByRole('row', { name: /一号温室球机/ })
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: '分享' }).click()
  const dialog = page.getByRole('dialog', { name: /分享 · / })
  await dialog.getByLabel('标题').fill('给专家看')
  await dialog.getByLabel('访问密码').fill('daoxiang')
  await dialog.getByRole('button', { name: '生成链接' }).click()
  const link = (await dialog.locator('.share-made a').getAttribute('href'))!
  expect(new URL(link).pathname).toBe('/share/camera')

  const guests = await browser.newContext({ viewport: { width: 375, height: 740 } })
  const guest = await guests.newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: '给专家看' })).toBeVisible()
  expect(await findings(guest)).toEqual([])
  await guest.getByLabel('您的称呼').fill('王工')
  await guest.getByLabel('访问密码').fill('wrong1')
  await guest.getByRole('button', { name: '开始观看' }).click()
  await expect(guest.getByText('访问密码不正确')).toBeVisible()
  await expect(guest.getByLabel('您的称呼')).toHaveValue('王工')
  await guest.getByLabel('访问密码').fill('daoxiang')
  await guest.getByRole('button', { name: '开始观看' }).click()
  await expect(guest.getByTestId('watermark')).toContainText('王工')
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBe(375)

  await expect(dialog.getByText(/共 1 人看过/)).toBeVisible({ timeout: 15_000 })
  const line = dialog.locator('.share-links li').filter({ hasText: '给专家看' }).first()
  await line.getByRole('button', { name: '收回' }).click()
  await page
    .getByRole('dialog', { name: /收回“给专家看”/ })
    .getByRole('button', { name: '收回' })
    .click()
  await expect(line.getByText('已收回')).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('alert')).toContainText('已过期或已被收回')
  await guest.getByRole('button', { name: 'English' }).click()
  await expect(guest.getByRole('alert')).toContainText('was taken back')
  expect(await findings(guest)).toEqual([])
  await guests.close()
})
