import { expect, test, type Page } from 'playwright/test'
import { cameraWays } from '#contract/camera/camera.ts'
import { advances, cameraServices, secret } from './camera-services.ts'
import { asCaller, enter } from './console.ts'

const { run, nameOf, platformName, streamOf, withCameras } = cameraServices()

test('the wall shows cameras, keeps a layout, and lets go of what is not on the screen', async ({
  page,
  request,
}) => {
  const ids = await withCameras(request, await enter(page, request, 'admin'))
  await page.goto(`/web/equipment/videosurveillance?cameras=${ids.join('-')}`)
  await advances(page, '.wall')
  const cells = page.locator('.wall-cell')
  await expect(cells).toHaveCount(4)
  await page
    .getByRole('button', { name: /番茄大棚甲枪机/ })
    .first()
    .click()
  await page.getByText('9', { exact: true }).click()
  await expect(cells).toHaveCount(9)
  await page.getByRole('button', { name: '保存布局' }).click()
  await page.getByLabel('布局名称').fill('值班')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(page.getByText('布局已保存')).toBeVisible()
  await page.reload()
  await expect(cells).toHaveCount(9)
  await advances(page, '.wall')
  const asked: unknown[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/camera/live')) asked.push(one.postDataJSON().clarity)
  })
  await page
    .getByRole('button', { name: /^放大 / })
    .first()
    .click()
  await advances(page, '.camera-dialog')
  // The main stream, where there is room for it.
  expect(asked).toEqual([2])
  // One is enlarged: the others wait.
  await expect(page.locator('.wall video')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await advances(page, '.wall')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page.locator('.wall video')).toHaveCount(0, { timeout: 1000 })
})

test('a camera is dragged from the tree onto the wall, and from place to place', async ({
  page,
  request,
}) => {
  const ids = await withCameras(request, await enter(page, request, 'admin'))
  await page.goto(`/web/equipment/videosurveillance?cameras=${ids[0]}`)
  await advances(page, '.wall')
  const cells = page.locator('.wall-cell')
  const shown = () =>
    cells.evaluateAll((all) =>
      all.map((cell) => cell.querySelector('[role=img]')?.getAttribute('aria-label') ?? ''),
    )
  const picture = (i: number) => expect.stringContaining(nameOf(i))
  await page.getByRole('button', { name: nameOf(1) }).dragTo(cells.nth(1))
  await expect.poll(shown).toEqual([picture(0), picture(1), '', ''])
  await expect(page).toHaveURL(new RegExp(`cameras=${ids[0]}-${ids[1]}\\b`))
  // One that is there already changes its place; onto another, it takes its place.
  await page.getByRole('button', { name: nameOf(2) }).dragTo(cells.nth(0))
  await expect.poll(async () => (await shown())[0]).toEqual(picture(2))
  await cells.nth(0).getByRole('img').dragTo(cells.nth(1))
  await expect.poll(async () => (await shown())[1]).toEqual(picture(2))
  const order = await shown()
  await page.reload()
  await expect.poll(shown).toEqual(order)
  await advances(page, '.wall')
})

test('a layout kept under a chosen base keeps its cameras of other bases', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const [first, second] = await withCameras(request, session)
  const at = `/wfpe/v1/${session.tenantId}/camera`
  const all = (await (await request.get(`${at}/all`, asCaller(session))).json()) as {
    id: number
    areaId: number
  }[]
  const base = all.find(({ id }) => id === first)!.areaId
  const other = all.find(({ areaId }) => areaId !== base)!.id
  await page.goto(
    `/web/equipment/videosurveillance?cameras=${first}-${other}-${second}&base=${base}`,
  )
  const cells = page.locator('.wall-cell .camera-box')
  await expect(cells).toHaveCount(2)
  await page.getByRole('button', { name: nameOf(2) }).click()
  await expect(cells).toHaveCount(3)
  const name = `全场 ${run}`
  await page.getByRole('button', { name: '保存布局' }).click()
  await page.getByLabel('布局名称').fill(name)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await expect(page.getByText('布局已保存')).toBeVisible()
  const layouts = (await (await request.get(`${at}/split-screen`, asCaller(session))).json()) as {
    name: string
    cameraIds: number[]
  }[]
  expect(layouts.find((one) => one.name === name)!.cameraIds).toEqual(
    expect.arrayContaining([first, other, second]),
  )
  expect(layouts.find((one) => one.name === name)!.cameraIds).toHaveLength(4)
})

test('a GB/T 28181 server is asked whether it is there, and says what is wrong', async ({
  page,
  request,
}) => {
  await withCameras(request, await enter(page, request, 'admin'))
  await page.goto(`/system/camera-platform?name=${encodeURIComponent(platformName)}`)
  const row = page.getByRole('row', { name: new RegExp(platformName) })
  await row.getByRole('button', { name: /连接/ }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: `连接“${platformName}”` })
  await dialog.getByRole('button', { name: '测试连接' }).click()
  await expect(dialog.getByText('已连接', { exact: true })).toBeVisible()
  const password = dialog.getByLabel('密钥或密码')
  const keep = async (word: string, said: string) => {
    await password.fill(word)
    await dialog.getByRole('button', { name: /保\s*存/ }).click()
    // What was said of another password is said no more.
    await expect(dialog.getByText(said)).toBeHidden()
    await dialog.getByRole('button', { name: '测试连接' }).click()
  }
  await keep('not the one', '已连接')
  await expect(dialog.getByText(/账号或密码不被接受/)).toBeVisible()
  await keep(secret, '账号或密码不被接受')
  await expect(dialog.getByText('已连接', { exact: true })).toBeVisible()
  await dialog
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click()
  // When it was asked is known then; what hindered it is nothing.
  await expect(row.getByText('–', { exact: true })).toHaveCount(1)
})

/**
 * How many of the wall's pictures have been seen to move on. Not all at the same moment: how many a
 * second there are is measured by the benchmark.
 */
function movement(page: Page): () => Promise<number> {
  const moved = new Set<number>()
  const times = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLVideoElement>('.wall video')].map(
        ({ currentTime }) => currentTime,
      ),
    )
  return async () => {
    const before = await times()
    await page.waitForTimeout(1500)
    for (const [i, now] of (await times()).entries())
      if (now > (before[i] ?? 0) && now > 0.2) moved.add(i)
    return moved.size
  }
}
for (const way of ['over sockets', 'where a proxy knows no sockets'])
  test(`nine cameras are seen at a time over HTTP/1.1, ${way}`, async ({ page, request }) => {
    const session = await enter(page, request, 'admin')
    const [first] = await withCameras(request, session)
    const at = `/wfpe/v1/${session.tenantId}`
    const caller = asCaller(session)
    const { areaId } = (await (
      await request.get(`${at}/camera/detail/${first}`, caller)
    ).json()) as {
      areaId: number
    }
    // Nine cameras of one pole are one picture to draw, and nine to read.
    for (let i = 0; i < 9; i += 1)
      await request.post(`${at}/camera/add`, {
        ...caller,
        data: {
          name: `九宫格${i}-${run}`,
          deviceSerial: `NINE-${run}-${i}`,
          cameraType: 0,
          cameraEnter: cameraWays.address,
          areaId,
          enabledFlag: 1,
          streamAddress: streamOf(0),
        },
      })
    const all = (await (await request.get(`${at}/camera/all`, caller)).json()) as {
      id: number
      deviceSerial: string
    }[]
    const nine = all.filter(({ deviceSerial }) => deviceSerial.startsWith(`NINE-${run}-`))
    expect(nine).toHaveLength(9)
    if (way !== 'over sockets') await page.addInitScript('delete window.WebSocket')
    const sockets: string[] = []
    page.on('websocket', (one) => sockets.push(one.url()))
    await page.goto(
      `/web/equipment/videosurveillance?size=9&cameras=${nine.map(({ id }) => id).join('-')}`,
    )
    await expect.poll(movement(page), { timeout: 60_000 }).toBe(9)
    expect(sockets).toHaveLength(way === 'over sockets' ? 9 : 0)
    // Everything else is still asked and answered.
    await page
      .getByRole('button', { name: /^放大 / })
      .first()
      .click()
    await advances(page, '.camera-dialog')
  })
