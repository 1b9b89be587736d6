import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type APIRequestContext, type Page } from 'playwright/test'
import { cameraWays } from '#contract/camera/camera.ts'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { ezvizPeer } from '#simulator/cameras/ezviz-peer.ts'
import { openServices } from '#simulator/cameras/services.ts'
import { wvpPeer } from '#simulator/cameras/wvp-peer.ts'
import { asCaller, enter, fromMenu, overflow, type Session } from './console.ts'

const account = 'e2e'
const secret = 'e2eSecret'
const count = 3
let services: Awaited<ReturnType<typeof openServices>>
/** Of this run of the services: a test that is tried again meets others. */
const run = String(process.pid % 100_000).padStart(5, '0')
const serials = Array.from({ length: count }, (_, i) => `34020000001320${run}${i}`)
const name = (i: number) => `测试球机${i + 1}-${run}`
test.beforeAll(async () => {
  services = await openServices(
    {
      cameras: serials.map((serial) => ({
        serial,
        channel: 1,
        canTurn: true,
        state: 'on',
        scene: 'field',
      })),
      ffmpeg: ffmpegFile()!,
      folder: join(tmpdir(), `furrow-e2e-cameras-${process.pid}`),
      account,
      secret,
    },
    { ezviz: ezvizPeer, wvp: wvpPeer },
  )
})
test.afterAll(() => services.close())

/** Cameras of a server of this machine; made once, found again when a test is tried again. */
async function withCameras(request: APIRequestContext, session: Session): Promise<number[]> {
  const at = `/wfpe/v1/${session.tenantId}`
  const caller = asCaller(session)
  const areas = (await (
    await request.get(`/wfpf/v2/${session.tenantId}/area?size=0&organizationType=area`, caller)
  ).json()) as { content: { id: number }[] }
  const platformName = `测试国标 ${services.port}`
  const made = await request.post(`${at}/camera-platform`, {
    ...caller,
    data: {
      name: platformName,
      kind: 'wvp',
      url: `http://127.0.0.1:${services.port}/wvp`,
      accountName: account,
      enabledFlag: 1,
    },
  })
  const { content } = (await (
    await request.get(`${at}/camera-platform?name=${encodeURIComponent(platformName)}`, caller)
  ).json()) as { content: { id: number }[] }
  const platformId = content[0]!.id
  if (made.ok())
    await request.put(`${at}/camera-platform/secret`, {
      ...caller,
      data: { id: platformId, secret },
    })
  for (const [i, deviceSerial] of serials.entries())
    await request.post(`${at}/camera/add`, {
      ...caller,
      data: {
        name: name(i),
        deviceSerial,
        channelNo: 1,
        cameraType: 1,
        cameraEnter: cameraWays.gb,
        platformId,
        areaId: areas.content[0]!.id,
        enabledFlag: 1,
      },
    })
  const all = (await (await request.get(`${at}/camera/all`, caller)).json()) as {
    id: number
    deviceSerial: string
  }[]
  return serials.map((serial) => all.find(({ deviceSerial }) => deviceSerial === serial)!.id)
}

const advances = (page: Page, within: string) =>
  page.waitForFunction(
    (selector) => {
      const video = document.querySelector<HTMLVideoElement>(`${selector} video`)
      return video !== null && video.currentTime > 0.2 && video.videoWidth > 0
    },
    within,
    { timeout: 20_000 },
  )

test('a camera is seen live, turned for as long as a key is held, and its picture becomes an entry', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  await withCameras(request, session)
  await page.goto('/web/equipment/camera')
  const row = page.getByRole('row', { name: new RegExp(name(0)) })
  await row.getByRole('button', { name: '观看' }).click()
  const dialog = page.getByRole('dialog', { name: `摄像头 · ${name(0)}` })
  await advances(page, '.camera-dialog')
  expect((await dialog.boundingBox())!.width).toBe(1190)

  await dialog.getByText('云台控制').click()
  const steered: string[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/camera/control'))
      steered.push(new URLSearchParams(one.postData() ?? '').get('direction')!)
  })
  await dialog.getByRole('button', { name: '右', exact: true }).focus()
  await page.keyboard.down('ArrowRight')
  await expect.poll(() => steered.filter((one) => one === '3').length).toBeGreaterThan(2)
  await page.keyboard.up('ArrowRight')
  await expect.poll(() => steered.at(-1)).toBe('-1')
  // Whoever leaves the window leaves no camera turning.
  await dialog.getByRole('button', { name: '放大' }).hover()
  await page.mouse.down()
  await expect.poll(() => steered.at(-1)).toBe('8')
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect.poll(() => steered.at(-1)).toBe('-1')
  await page.mouse.up()
  const { violations } = await new AxeBuilder({ page }).include('.camera-dialog').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  await dialog.getByRole('button', { name: '截图' }).click()
  const upload = page.getByRole('dialog', { name: '上传截图' })
  await expect(upload.locator('img')).toBeVisible()
  expect((await upload.boundingBox())!.width).toBe(540)
  await upload.getByRole('button', { name: /提\s*交/ }).click()
  await expect(upload.getByText('请输入标题')).toBeVisible()
  await upload.getByLabel('标题').fill('北片田面积水')
  await upload.getByText('预警').click()
  await upload.getByRole('button', { name: /提\s*交/ }).click()
  await expect(page.getByText('添加成功')).toBeVisible()
  await expect(upload).toBeHidden()
  const { content } = (await (
    await request.get(`/wfpf/v1/${session.tenantId}/log?logTitle=北片田面积水`, asCaller(session))
  ).json()) as { content: { logLevel: string; content: unknown[] }[] }
  expect(content).toMatchObject([{ logLevel: 'warn' }])
  expect(content[0]!.content).toHaveLength(1)

  await dialog.getByRole('button', { name: '停止', exact: true }).click()
  await expect(page.locator('.camera-dialog video')).toHaveCount(0)
  await dialog.getByRole('button', { name: '截图' }).click()
  await expect(page.getByText('请先播放视频')).toBeVisible()
})

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
  await page
    .getByRole('button', { name: /^放大 / })
    .first()
    .click()
  await advances(page, '.camera-dialog')
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

/** How many of the wall's pictures have moved on since a picture before. */
const moving = async (page: Page) => {
  const times = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLVideoElement>('.wall video')].map(
        ({ currentTime }) => currentTime,
      ),
    )
  const before = await times()
  await page.waitForTimeout(1500)
  return (await times()).filter((now, i) => now > (before[i] ?? 0) && now > 0.2).length
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
          streamAddress: `http://127.0.0.1:${services.port}/live/${serials[0]}/sd.flv?key=${secret}`,
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
    await expect.poll(() => moving(page), { timeout: 40_000 }).toBe(9)
    expect(sockets).toHaveLength(way === 'over sockets' ? 9 : 0)
    // Everything else is still asked and answered.
    await page
      .getByRole('button', { name: /^放大 / })
      .first()
      .click()
    await advances(page, '.camera-dialog')
  })

test('pictures taken by hand stand in a series, one over the other; who watched is in the history', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const [, , camera] = await withCameras(request, session)
  const at = `/wfpe/v1/${session.tenantId}/camera`
  for (let i = 0; i < 2; i += 1) {
    const taken = await request.post(`${at}/capture`, {
      ...asCaller(session),
      data: { cameraId: camera },
    })
    expect(taken.status()).toBe(200)
  }
  await request.post(`${at}/live`, { ...asCaller(session), data: { cameraId: camera } })
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/web/equipment/camera-series?camera=${camera}`)
  const series = page.getByRole('region', { name: '图片对比' })
  await expect(series.getByText(/共 [2-9] 张/)).toBeVisible()
  await expect(series.getByLabel('拖动对比前后')).toBeVisible()
  await expect(series.getByRole('button', { name: '生成延时视频' })).toBeVisible()
  expect(await overflow(page)).toBe(0)
  const { violations } = await new AxeBuilder({ page }).include('.series').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  await page.goto(`/system/cameraManager?open=show&id=${camera}`)
  await expect(page.getByRole('region', { name: '变更记录' })).toContainText('观看')
})

test('on a phone a camera is held with a thumb', async ({ page, request }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await withCameras(request, await enter(page, request, 'admin'))
  await page.goto('/web/equipment/camera')
  await fromMenu(page.getByRole('listitem').filter({ hasText: name(0) }), '观看')
  await advances(page, '.camera-dialog')
  await page.getByText('云台控制').click()
  const button = (await page.getByRole('button', { name: '上', exact: true }).boundingBox())!
  expect(button.width).toBeGreaterThanOrEqual(44)
  expect(await overflow(page)).toBe(0)
})
