import { expect, test } from 'playwright/test'
import { enter, watchFaults } from './console.ts'
import { finish, phoneOf, states, takenAlong, tasksPage, taskSeen } from './field-ground.ts'
import { given } from './task-ground.ts'

const here = { latitude: 30.6712, longitude: 103.8891, accuracy: 9 }

test('whoever agrees says where they are as they begin and finish, without a network too', async ({
  request,
  baseURL,
  page,
}) => {
  const title = `带定位 ${Date.now() % 100_000}`
  const id = await given(request, title)
  const phone = phoneOf(request, baseURL!)
  const held = await phone.open()
  await phone.context().grantPermissions(['geolocation'], { origin: baseURL! })
  await phone.context().setGeolocation(here)
  await held.goto(tasksPage)
  await takenAlong(held)
  await phone.context().setOffline(true)
  await held.getByRole('button', { name: `开始 ${title}` }).click()
  const dialog = held.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '带上我的位置' }).check()
  await expect(dialog.getByText('精度约 9 米')).toBeVisible()
  await dialog.getByRole('button', { name: /^开\s*始$/ }).click()
  await expect(dialog).toHaveCount(0)
  // Agreed once, it is agreed the next time.
  await finish(held, title, '到地头了')
  await phone.context().setOffline(false)
  await expect(held.getByRole('button', { name: /项等待发送/ })).toHaveCount(0)
  expect(await taskSeen(request, id)).toMatchObject({
    state: states.finished,
    startLatlng: '30.671200,103.889100',
    finishLatlng: '30.671200,103.889100',
    finishAccuracy: 9,
  })
  await phone.kill()
  phone.throwAway()

  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto(`/web/farm/taskManger?open=show&id=${id}`)
  const places = page.getByRole('region', { name: '作业地点' })
  await expect(places).toContainText('±9 米')
  await expect(places.locator('.map-named')).toHaveCount(2)
  expect(faults).toEqual([])
})

test('a phone that does not say where it is keeps nobody from working', async ({
  browser,
  request,
}) => {
  const title = `不带定位 ${Date.now() % 100_000}`
  const id = await given(request, title)
  const context = await browser.newContext({ permissions: [] })
  const page = await context.newPage()
  await enter(page, request, 'worker')
  await page.goto(tasksPage)
  await page.getByRole('button', { name: `开始 ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '带上我的位置' }).check()
  await expect(dialog.getByText('没有定位到，照样可以提交')).toBeVisible()
  await dialog.getByRole('button', { name: /^开\s*始$/ }).click()
  await expect(page.getByText(`已开始：${title}`)).toBeVisible()
  expect(await taskSeen(request, id)).toMatchObject({
    state: states.inProgress,
    startLatlng: null,
  })
  await context.close()
})
