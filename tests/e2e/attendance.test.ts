import { expect, test, type Page } from 'playwright/test'
import { enter, overflow } from './console.ts'
import { phoneOf, takenAlong } from './field-ground.ts'

const face = (page: Page) => page.getByRole('button', { name: /签到签退|起在岗/ })
const sign = async (page: Page, word: '签到' | '签退') => {
  await face(page).click()
  await page.getByRole('dialog').getByRole('button', { name: word, exact: true }).click()
}

test('a worker signs in without a network, and the manager sees who is here', async ({
  browser,
  request,
  baseURL,
}) => {
  const phone = phoneOf(request, baseURL!)
  const page = await phone.open()
  await page.goto('/web/farm/home')
  await expect(face(page)).toBeVisible()
  // Whoever is there already since this morning leaves first.
  if (/起在岗/.test(await face(page).innerText())) {
    await sign(page, '签退')
    await expect(page.getByText('已签退')).toBeVisible()
  }
  await expect(face(page)).toHaveText('签到签退')
  await takenAlong(page)
  await phone.context().setOffline(true)
  await sign(page, '签到')
  await expect(page.getByRole('button', { name: '没有网络，1 项等待发送' })).toBeVisible()
  await expect(face(page)).toContainText('起在岗')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await phone.context().setOffline(false)
  await expect(page.getByRole('button', { name: /项等待发送/ })).toHaveCount(0)

  const manager = await browser.newPage()
  await enter(manager, request, 'huangmei')
  await manager.goto('/web/farm/attendance')
  const board = manager.getByRole('region', { name: '在岗情况' })
  await expect(board.getByRole('row', { name: /李大山 在岗/ })).toBeVisible()
  await manager.close()
  await sign(page, '签退')
  await expect(page.getByText('已签退')).toBeVisible()
  await phone.kill()
  phone.throwAway()
})
