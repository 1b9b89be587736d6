import { expect, test, type APIRequestContext, type Page } from 'playwright/test'
import { cameraWays } from '#contract/camera/camera.ts'
import { mediaServerPeer, type MediaServerPeer } from '../server/media-server-peer.ts'
import { openFilm, type Film } from '../server/webrtc-film.ts'
import { asCaller, enter, type Session } from './console.ts'

/** Of this run: a test that is tried again meets others. */
const run = String(process.pid % 100_000).padStart(5, '0')
let film: Film
let media: MediaServerPeer
test.beforeAll(async () => {
  film = await openFilm()
  media = await mediaServerPeer('zlm', film)
  media.streams.set('live/gate', 'sent')
})
test.afterAll(() => {
  media.close()
  film.close()
})
test.afterEach(() => {
  media.says = null
})

async function add(
  request: APIRequestContext,
  session: Session,
  name: string,
  more: Record<string, unknown>,
): Promise<number> {
  const caller = asCaller(session)
  const areas = (await (
    await request.get(`/wfpf/v2/${session.tenantId}/area?size=0&organizationType=area`, caller)
  ).json()) as { content: { id: number }[] }
  const made = await request.post(`/wfpe/v1/${session.tenantId}/camera/add`, {
    ...caller,
    data: {
      name,
      deviceSerial: `W-${run}-${Date.now()}`,
      cameraType: 0,
      areaId: areas.content[0]!.id,
      enabledFlag: 1,
      ...more,
    },
  })
  expect(made.status()).toBe(200)
  return ((await made.json()) as { id: number }).id
}
const advances = (page: Page, from: number) =>
  page.waitForFunction(
    (least) => {
      const video = document.querySelector<HTMLVideoElement>('.camera-dialog video')
      return video !== null && video.currentTime > least && video.videoWidth === 320
    },
    from,
    { timeout: 20_000 },
  )
const watch = async (page: Page, name: string) => {
  await page.goto('/system/cameraManager')
  await page.getByRole('button', { name: `观看 ${name}` }).click()
}

test('a media server is joined by its address, and its stream plays straight from it', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const platform = `场部流媒体${run}`
  await page.goto('/system/camera-platform')
  await page.getByRole('button', { name: /新\s*增/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill(platform)
  // What only media servers have is asked of them alone.
  await expect(form.getByLabel('取流地址')).toBeHidden()
  await form.getByLabel('类型').click()
  await page.locator('.ant-select-dropdown:visible').getByText('ZLMediaKit').click()
  await expect(form.getByLabel('取流地址')).toBeVisible()
  await form.getByLabel('接口地址').fill(media.url)
  await form.getByRole('button', { name: /保\s*存/ }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: `连接“${platform}”` })
  await dialog.getByRole('button', { name: '测试连接' }).click()
  await expect(dialog.getByText(/账号或密码不被接受/)).toBeVisible()
  await dialog.getByLabel('密钥或密码').fill(media.secret)
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await dialog.getByRole('button', { name: '测试连接' }).click()
  await expect(dialog.getByText('已连接')).toBeVisible()

  const { content } = (await (
    await request.get(
      `/wfpe/v1/${session.tenantId}/camera-platform?name=${encodeURIComponent(platform)}`,
      asCaller(session),
    )
  ).json()) as { content: { id: number }[] }
  const name = `大门${run}`
  const way = { cameraEnter: cameraWays.media, platformId: content[0]!.id, streamName: 'live/gate' }
  const cameraId = await add(request, session, name, way)
  const toServer: string[] = []
  page.on('request', (one) => toServer.push(one.url()))
  await watch(page, name)
  await advances(page, 1)
  expect(film.viewers()).toBe(1)
  // Nothing of the picture passes our server, and the browser asks no other.
  const pictures = toServer.filter((url) => url.includes('/media/live/'))
  expect(pictures.every((url) => url.includes('/whep'))).toBe(true)
  expect(toServer.every((url) => new URL(url).port !== new URL(media.url).port)).toBe(true)
  // What the server reads of it is there as well: a picture of now.
  await page.getByRole('button', { name: '截图' }).click()
  const upload = page.getByRole('dialog', { name: '上传截图' })
  await expect(upload.locator('img')).toBeVisible()
  await upload.getByRole('button', { name: /取\s*消/ }).click()
  expect(film.viewers()).toBe(1)

  await request.post(`/wfpe/v1/${session.tenantId}/camera/disable`, {
    ...asCaller(session),
    form: { id: String(cameraId), disabled: '1' },
  })
  await expect.poll(() => film.viewers(), { timeout: 10_000 }).toBe(0)
  await expect(
    page
      .getByRole('dialog')
      .getByText(/已被所有者停用/)
      .first(),
  ).toBeVisible({
    timeout: 20_000,
  })
})

test('whoever closes the window is gone from the media server at once', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const name = `井台${run}`
  await add(request, session, name, {
    cameraEnter: cameraWays.address,
    whepAddress: `${media.url}/index/api/whep?app=live&stream=gate`,
  })
  await watch(page, name)
  await advances(page, 1)
  await page.keyboard.press('Escape')
  await expect.poll(() => film.viewers(), { timeout: 3000 }).toBe(0)
})

test('where WebRTC does not get through, what the server reads is played; where there is none, it says why', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const [both, alone] = [`北棚${run}`, `南棚${run}`]
  const whepAddress = `${media.url}/index/api/whep?app=live&stream=gate`
  const way = { cameraEnter: cameraWays.address, whepAddress }
  await add(request, session, both, { ...way, streamAddress: `${media.url}/live/gate.live.flv` })
  await add(request, session, alone, way)
  // A server behind a wall that lets signals through, and nothing else.
  const { answer } = film
  film.answer = async (offer) => {
    const given = await answer(offer.replaceAll(/^a=candidate:.*\r\n/gm, ''))
    return {
      ...given,
      sdp: given.sdp.replaceAll(/^(a=candidate:.*udp \d+) \S+ \d+/gm, '$1 192.0.2.99 9'),
    }
  }
  const from = Date.now()
  await watch(page, both)
  await page.waitForFunction(
    () => document.querySelector<HTMLVideoElement>('.camera-dialog video')?.videoWidth === 160,
    undefined,
    { timeout: 20_000 },
  )
  expect(Date.now() - from).toBeGreaterThan(4000)
  film.answer = answer

  media.says = { status: 406, text: 'stream not found' }
  await watch(page, alone)
  const steps = page.getByRole('dialog').getByRole('listitem')
  await expect(steps.filter({ hasText: 'WebRTC' })).toContainText('没有收到视频流', {
    timeout: 30_000,
  })
})
