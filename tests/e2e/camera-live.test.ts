import { expect, test } from 'playwright/test'
import { findings } from './axe.ts'
import { advances, cameraServices } from './camera-services.ts'
import { asCaller, enter, overflow } from './console.ts'

const { nameOf, withCameras } = cameraServices()

test('a camera is seen live, turned for as long as a key is held, and its picture becomes an entry', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  await withCameras(request, session)
  await page.goto('/web/equipment/camera')
  const row = page.getByRole('row', { name: new RegExp(nameOf(0)) })
  await row.getByRole('button', { name: '观看' }).click()
  const dialog = page.getByRole('dialog', { name: `摄像头 · ${nameOf(0)}` })
  await advances(page, '.camera-dialog')
  expect((await dialog.boundingBox())!.width).toBe(1190)

  await dialog.getByText('云台控制').click()
  const steered: string[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/camera/control'))
      steered.push(new URLSearchParams(one.postData() ?? '').get('direction')!)
  })
  await expect(dialog.getByRole('group', { name: '云台控制' })).toBeFocused()
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
  expect(await findings(page, '.camera-dialog')).toEqual([])

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
  expect(await findings(page, '.series')).toEqual([])

  await page.goto(`/system/cameraManager?open=show&id=${camera}`)
  await expect(page.getByRole('region', { name: '变更记录' })).toContainText('观看')
})

test('on a phone a camera is held with a thumb', async ({ page, request }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await withCameras(request, await enter(page, request, 'admin'))
  await page.goto('/web/equipment/camera')
  await page.getByRole('button', { name: `观看 ${nameOf(0)}` }).click()
  await advances(page, '.camera-dialog')
  await page.getByText('云台控制').click()
  const button = (await page.getByRole('button', { name: '上', exact: true }).boundingBox())!
  expect(button.width).toBeGreaterThanOrEqual(44)
  expect(await overflow(page)).toBe(0)
})
