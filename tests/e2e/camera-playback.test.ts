import { expect, test, type APIRequestContext, type Page } from 'playwright/test'
import { cameraWays } from '#contract/camera/camera.ts'
import { findings } from './axe.ts'
import { advances, cameraServices } from './camera-services.ts'
import { asCaller, enter, overflow, type Session } from './console.ts'

const { run, nameOf, streamOf, withCameras } = cameraServices()
const recorded = { name: `录像枪机-${run}`, serial: `REC-${run}` }

/** A camera of which something is recorded already. */
async function withRecording(request: APIRequestContext, session: Session): Promise<void> {
  const [near] = await withCameras(request, session)
  const at = `/wfpe/v1/${session.tenantId}/camera`
  const caller = asCaller(session)
  const all = async () =>
    (await (await request.get(`${at}/all`, caller)).json()) as {
      id: number
      areaId: number
      deviceSerial: string
    }[]
  await request.post(`${at}/add`, {
    ...caller,
    data: {
      name: recorded.name,
      deviceSerial: recorded.serial,
      cameraType: 0,
      cameraEnter: cameraWays.address,
      areaId: (await all()).find(({ id }) => id === near)!.areaId,
      enabledFlag: 1,
      streamAddress: streamOf(0),
      recordMode: 1,
      recordDays: 1,
    },
  })
  const { id } = (await all()).find(({ deviceSerial }) => deviceSerial === recorded.serial)!
  const now = Date.now()
  const span = new URLSearchParams({
    cameraId: String(id),
    from: new Date(now - 3_600_000).toISOString(),
    to: new Date(now + 3_600_000).toISOString(),
  })
  const kept = async () =>
    ((await (await request.get(`${at}/recordings?${span}`, caller)).json()) as { bytes: number })
      .bytes
  await expect.poll(kept, { timeout: 60_000 }).toBeGreaterThan(0)
}
const rateOf = (page: Page) =>
  page.evaluate(
    () => document.querySelector<HTMLVideoElement>('.camera-dialog video')!.playbackRate,
  )
const isMuted = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('.camera-dialog video')!.muted)

test('what was recorded is played by day, fast, with sound, and kept', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const session = await enter(page, request, 'admin')
  await withRecording(request, session)
  await page.goto('/web/equipment/camera')
  await page
    .getByRole('row', { name: new RegExp(recorded.name) })
    .getByRole('button', { name: '观看' })
    .click()
  const dialog = page.getByRole('dialog', { name: `摄像头 · ${recorded.name}` })
  await dialog.getByText('回放', { exact: true }).click()
  await dialog.getByRole('button', { name: '从头播放' }).click()
  await advances(page, '.camera-dialog')

  await dialog.getByText('2x').click()
  await expect.poll(() => rateOf(page)).toBe(2)
  expect(await isMuted(page)).toBe(true)
  await dialog.getByRole('button', { name: '打开声音' }).click()
  await expect.poll(() => isMuted(page)).toBe(false)
  // Another moment is a film of its own, and plays as it was asked.
  const timeline = dialog.getByRole('slider', { name: '录像时间轴' })
  await timeline.press('ArrowLeft')
  await advances(page, '.camera-dialog')
  await expect.poll(() => rateOf(page)).toBe(2)
  await expect.poll(() => isMuted(page)).toBe(false)

  await dialog.getByRole('button', { name: '开始录像' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.waitForTimeout(1500)
  await dialog.getByRole('button', { name: '停止录像' }).click()
  expect((await saved).suggestedFilename()).toMatch(
    new RegExp(`^${recorded.serial}_${recorded.name}_\\d{14}\\.(mp4|webm)$`),
  )
  await dialog.getByRole('button', { name: '截图' }).click()
  const upload = page.getByRole('dialog', { name: '上传截图' })
  await expect(upload.locator('img')).toBeVisible()
  await upload.getByRole('button', { name: /取\s*消/ }).click()
  expect(await findings(page, '.camera-dialog')).toEqual([])

  // Nothing is recorded of the day before.
  await dialog.getByRole('button', { name: '前一天' }).click()
  await expect(page.locator('.camera-dialog video')).toHaveCount(0)
  await expect(dialog.getByText('服务器这一天没有录像')).toBeVisible()
  await expect(dialog.getByText('以这种方式接入的摄像头不说明自己录了什么。')).toBeVisible()
})

test('what the camera itself has is drawn below, gone through by keys and played from there', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const session = await enter(page, request, 'admin')
  await withCameras(request, session)
  await page.goto('/web/equipment/camera')
  await page
    .getByRole('row', { name: new RegExp(nameOf(0)) })
    .getByRole('button', { name: '观看' })
    .click()
  const dialog = page.getByRole('dialog', { name: `摄像头 · ${nameOf(0)}` })
  await dialog.getByText('回放', { exact: true }).click()
  // Yesterday is a whole day of its card.
  await dialog.getByRole('button', { name: '前一天' }).click()
  await expect(dialog.getByText(/^摄像头自己的录像：\d+ 小时 \d+ 分，\d+ 段$/)).toBeVisible()
  await expect(dialog.getByText('服务器录像：无')).toBeVisible()
  const held = dialog.locator('.camera-span[data-kind="card"]')
  const count = await held.count()
  expect(count).toBeGreaterThan(1)
  const timeline = dialog.getByRole('slider', { name: '录像时间轴' })
  await timeline.press('End')
  await advances(page, '.camera-dialog')
  await expect(timeline).toHaveAttribute('aria-valuetext', /摄像头存储卡或录像机里的录像$/)
  await expect(dialog.getByRole('button', { name: '下一段录像' })).toBeDisabled()
  const late = Number(await timeline.getAttribute('aria-valuenow'))
  await dialog.getByRole('button', { name: '上一段录像' }).click()
  await expect
    .poll(async () => Number(await timeline.getAttribute('aria-valuenow')))
    .toBeLessThan(late)
  await advances(page, '.camera-dialog')
  expect(await findings(page, '.camera-dialog')).toEqual([])
})

test('playback fits a phone, in English', async ({ page, request }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 375, height: 812 })
  const session = await enter(page, request, 'admin', { language: 'en-US' })
  await withRecording(request, session)
  await page.goto('/web/equipment/camera')
  await page.getByRole('button', { name: `Watch ${recorded.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Camera · ${recorded.name}` })
  await dialog.getByText('Playback', { exact: true }).click()
  await dialog.getByRole('button', { name: 'From the beginning' }).click()
  await advances(page, '.camera-dialog')
  await expect(dialog.getByRole('button', { name: 'Snapshot' })).toBeVisible()
  expect(await overflow(page)).toBe(0)
  expect(await findings(page, '.camera-dialog')).toEqual([])
})

test('who saves data is shown stills by themselves, and is in the history as a viewer', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  await withCameras(request, session)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const asked: Record<string, unknown>[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/camera/live')) asked.push(one.postDataJSON())
  })
  await page.goto('/web/equipment/camera')
  const row = page.getByRole('row', { name: new RegExp(nameOf(0)) })
  await row.getByRole('button', { name: '观看' }).click()
  const dialog = page.getByRole('dialog', { name: `摄像头 · ${nameOf(0)}` })
  await expect(dialog.getByRole('switch', { name: '省流量' })).toBeChecked()
  await expect(dialog.locator('.camera-stills img')).toBeVisible({ timeout: 20_000 })
  await expect(dialog.locator('video')).toHaveCount(0)
  expect(asked.filter(({ watched }) => watched === true)).toHaveLength(1)
  // Nothing was asked for that plays.
  expect(asked.every(({ protocol }) => protocol === 3)).toBe(true)
  await dialog.getByRole('switch', { name: '省流量' }).click()
  await advances(page, '.camera-dialog')
})
