import { expect, test } from 'playwright/test'
import { asCaller, enter, signIn, tokensOf, watchFaults } from './console.ts'
import {
  begin,
  card,
  closesNotices,
  finish,
  phoneOf,
  states,
  takenAlong,
  tasksPage,
  taskSeen,
} from './field-ground.ts'
import { given } from './task-ground.ts'

/** The smallest picture that is one. */
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a task is begun and reported without a network, over a killed browser, and told once', async ({
  request,
  baseURL,
}) => {
  const title = `离线巡查 ${Date.now() % 100_000}`
  const id = await given(request, title, { photoCount: 3 })
  const phone = phoneOf(request, baseURL!)
  let page = await phone.open()
  await page.goto(tasksPage)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await takenAlong(page)
  await phone.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/连不上网络，显示的是/)).toBeVisible()
  await begin(page, title)
  const doneAt = Date.now()
  await finish(page, title, '离线填写', photo, photo, photo)
  await expect(card(page, title)).toContainText('等待发送')
  await expect(page.getByRole('button', { name: '没有网络，2 项等待发送' })).toBeVisible()
  await phone.kill()

  page = await phone.open('offline')
  await page.goto(tasksPage)
  await expect(page.getByRole('button', { name: '没有网络，2 项等待发送' })).toBeVisible()
  await expect(card(page, title)).toContainText('已完成')
  expect(await taskSeen(request, id)).toMatchObject({ state: states.notStarted })
  await phone.context().setOffline(false)
  await expect(page.getByRole('button', { name: /项等待发送/ })).toHaveCount(0)
  const seen = await taskSeen(request, id)
  expect(seen).toMatchObject({ state: states.finished, reportNote: '离线填写' })
  expect(seen.photos).toHaveLength(3)
  expect(Math.abs(Date.parse(seen.startedAt!) - doneAt)).toBeLessThan(20_000)
  // Assigned, begun, reported: once each.
  expect(seen.objectVersionNumber).toBe(3)
  await phone.kill()
  phone.throwAway()
})

test('two phones on one task: the second is shown what the first reported', async ({
  browser,
  request,
  baseURL,
}) => {
  const title = `两部手机 ${Date.now() % 100_000}`
  const id = await given(request, title)
  const phone = phoneOf(request, baseURL!)
  const page = await phone.open()
  await page.goto(tasksPage)
  await takenAlong(page)
  await phone.context().setOffline(true)
  await begin(page, title)
  await finish(page, title, '第一部手机')

  const other = await browser.newContext()
  const desk = await other.newPage()
  await enter(desk, request, 'worker')
  await desk.goto(tasksPage)
  await begin(desk, title)
  await finish(desk, title, '第二部手机')
  await expect(desk.getByText(`已报完工：${title}`)).toBeVisible()
  await other.close()

  await phone.context().setOffline(false)
  const sign = page.getByRole('button', { name: /没有发出，需要您处理/ }).first()
  await sign.click()
  const drawer = page.getByRole('dialog', { name: '待发送' })
  await expect(drawer).toContainText(`开始：${title}`)
  await expect(drawer.getByRole('row', { name: /状态/ })).toContainText('已完成')
  await drawer.getByRole('button', { name: `删除 开始：${title}` }).click()
  await page
    .getByRole('dialog', { name: '不再发送？' })
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  const row = drawer.getByRole('row', { name: /完工说明/ })
  await expect(row).toContainText('第一部手机')
  await expect(row).toContainText('第二部手机')
  await drawer.getByRole('button', { name: `删除 完工：${title}` }).click()
  await page
    .getByRole('dialog', { name: '不再发送？' })
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  await expect(drawer).toContainText('没有等待发送的内容')
  expect(await taskSeen(request, id)).toMatchObject({
    state: states.finished,
    reportNote: '第二部手机',
  })
  await phone.kill()
  phone.throwAway()
})

test('signing out names what was not sent, and leaves nothing behind', async ({
  request,
  baseURL,
}) => {
  const title = `未发送 ${Date.now() % 100_000}`
  const id = await given(request, title)
  const phone = phoneOf(request, baseURL!)
  const page = await phone.open('as left')
  await signIn(page, 'worker')
  await closesNotices(page)
  const faults = watchFaults(page)
  await page.goto(tasksPage)
  await takenAlong(page)
  await phone.context().setOffline(true)
  await begin(page, title)
  const leave = async () => {
    await page.getByRole('button', { name: /的菜单$/ }).click()
    await page.getByRole('button', { name: '退出登录' }).click()
  }
  await leave()
  const question = page.getByRole('dialog', { name: '还有 1 项没有发送' })
  await expect(question).toContainText(`开始：${title}`)
  await question.getByRole('button', { name: /^取\s*消$/ }).click()
  await expect(card(page, title)).toContainText('等待发送')
  await leave()
  await question.getByRole('button', { name: '删除并退出' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  const left = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('furrow-field')
        request.onsuccess = () => {
          const names = [...request.result.objectStoreNames]
          const tx = request.result.transaction(names)
          let count = 0
          for (const name of names)
            tx.objectStore(name).count().onsuccess = ({ target }) => {
              count += (target as IDBRequest<number>).result
            }
          tx.oncomplete = () => resolve(count)
        }
      }),
  )
  expect(left).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('field_owner'))).toBeNull()
  expect(await taskSeen(request, id)).toMatchObject({ state: states.notStarted })
  expect(faults.filter((fault) => !/Failed to load resource|ERR_INTERNET/.test(fault))).toEqual([])
  await phone.kill()
  phone.throwAway()
})

test('what waits goes on for the person who did it, after their session ended, and for nobody else', async ({
  request,
  baseURL,
}) => {
  const title = `会话过期 ${Date.now() % 100_000}`
  const id = await given(request, title)
  const phone = phoneOf(request, baseURL!)
  let page = await phone.open()
  await page.goto(tasksPage)
  await takenAlong(page)
  await phone.context().setOffline(true)
  await begin(page, title)
  // The session ends, somewhere else, while the phone is in a pocket.
  await page.evaluate(() => {
    for (const key of ['access_token', 'refresh_token', 'access_token_expires_at'])
      localStorage.removeItem(key)
  })
  await phone.kill()

  page = await phone.open('as left')
  await signIn(page, 'admin')
  await closesNotices(page)
  await expect(page.getByRole('button', { name: /^消息通知/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /等待发送|没有发出/ })).toHaveCount(0)
  expect(await taskSeen(request, id)).toMatchObject({ state: states.notStarted })
  await page.getByRole('button', { name: /的菜单$/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await signIn(page, 'worker')
  await expect
    .poll(async () => (await taskSeen(request, id)).state, { timeout: 30_000 })
    .toBe(states.inProgress)
  await expect(page.getByRole('button', { name: /等待发送/ })).toHaveCount(0)
  await phone.kill()
  phone.throwAway()
})

test('a picture of the task at hand is in the journal, without a network too', async ({
  request,
  baseURL,
}) => {
  const title = `搭架绑蔓 ${Date.now() % 100_000}`
  await given(request, title, {})
  const phone = phoneOf(request, baseURL!)
  const page = await phone.open()
  await page.goto(tasksPage)
  await takenAlong(page)
  await begin(page, title)
  await expect(page.getByRole('button', { name: `完工 ${title}` })).toBeVisible()
  await phone.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/连不上网络，显示的是/)).toBeVisible()
  // The bar opens the camera at once.
  const camera = page.waitForEvent('filechooser')
  await page.getByRole('navigation', { name: '常用' }).getByRole('button', { name: '拍照' }).click()
  await (await camera).setFiles({ name: 'field.png', mimeType: 'image/png', buffer: photo })
  const dialog = page.getByRole('dialog', { name: '现场拍照' })
  await expect(dialog.getByRole('img', { name: '照片 1' })).toBeVisible()
  // Other tests may have left a task in progress: this one is chosen.
  await dialog.locator('.ant-form-item', { hasText: '正在做的任务' }).locator('.ant-select').click()
  await page.locator('.ant-select-item-option', { hasText: title }).click()
  await expect(dialog.getByLabel('标题')).toHaveValue(title)
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: '没有网络，1 项等待发送' })).toBeVisible()
  await phone.context().setOffline(false)
  await expect(page.getByRole('button', { name: /等待发送/ })).toHaveCount(0)
  await phone.kill()
  phone.throwAway()

  const session = await tokensOf(request, 'admin')
  const answer = await request.get(
    `/wfpf/v1/${session.tenantId}/log?logTitle=${encodeURIComponent(title)}`,
    asCaller(session),
  )
  const { content } = (await answer.json()) as { content: Record<string, unknown>[] }
  expect(content).toMatchObject([{ logTitle: title, logLevel: 'info', areaId: 1 }])
  expect(content[0]!.content).toHaveLength(1)
})

test('a problem is reported without a network, and becomes a task of a journal’s entry', async ({
  browser,
  request,
  baseURL,
}) => {
  const title = `水管漏水 ${Date.now() % 100_000}`
  const phone = phoneOf(request, baseURL!)
  const page = await phone.open()
  await page.goto(tasksPage)
  await takenAlong(page)
  await phone.context().setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: '报告问题' }).click()
  const report = page.getByRole('dialog', { name: '报告问题' })
  await report.getByLabel('标题').fill(title)
  await report.locator('input[type=file]').setInputFiles({
    name: 'field.png',
    mimeType: 'image/png',
    buffer: photo,
  })
  await expect(report.getByRole('img', { name: '照片 1' })).toBeVisible()
  await report.getByRole('button', { name: /^提\s*交$/ }).click()
  await expect(report).toHaveCount(0)
  await phone.context().setOffline(false)
  await expect(page.getByRole('button', { name: /等待发送/ })).toHaveCount(0)
  await phone.kill()
  phone.throwAway()

  const office = await browser.newContext()
  const desk = await office.newPage()
  await enter(desk, request, 'admin')
  await desk.goto(`/web/farm/log?logTitle=${encodeURIComponent(title)}`)
  const row = desk.getByRole('row', { name: new RegExp(title) })
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: /^转为任务/ }).click()
  const dialog = desk.getByRole('dialog', { name: '由日志生成任务' })
  await expect(dialog.getByLabel('任务名称')).toHaveValue(title)
  await dialog.getByLabel('任务类型').click()
  await desk.locator('.ant-select-dropdown .ant-select-item-option').first().click()
  await dialog.getByRole('button', { name: '生成任务' }).click()
  await expect(desk.getByText(`已生成任务：${title}`)).toBeVisible()
  await office.close()
})
