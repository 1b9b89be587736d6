import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { findChromium } from '#scripts/chromium.mjs'
import { Client } from '#server/demo/client.ts'
import { demoPassword } from '#server/demo/people.ts'
import { median } from './report.ts'

// npm run bench:video: how soon a camera is seen, how many at a time, and what is left behind. It
// wants the machine to itself, ffmpeg and the demo's cameras.
const port = Number(process.env.BENCH_PORT ?? 18_290)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const cycles = Number(process.env.BENCH_CYCLES ?? 50)
const base = `http://127.0.0.1:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'furrow-video-'))
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
/** The demo's camera on the high point of its fields. */
const serial = '34020000001320000021'
/** Ms after which a stream that nobody takes has ended. */
const coldMs = 6000

const server = spawn(process.execPath, ['--max-semi-space-size=64', 'dist/server/main.js'], {
  env: {
    ...process.env,
    PORT: String(port),
    MQTT_PORT: String(port + 1),
    DATA_DIR: dataDir,
    FURROW_DEMO: 'on',
    NODE_ENV: 'production',
  },
  stdio: 'ignore',
})
/** The ffmpeg processes that descend from the server. */
function ffmpegs(): number {
  const parents = new Map<number, number>()
  const names = new Map<number, string>()
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
      names.set(Number(id), stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')))
      parents.set(Number(id), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (id: number): boolean =>
    id === server.pid || (parents.has(id) && id !== 1 && isOurs(parents.get(id)!))
  return [...names].filter(([id, name]) => name === 'ffmpeg' && isOurs(id)).length
}
async function ready(): Promise<void> {
  for (let i = 0; i < 240; i++) {
    const isUp = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await wait(500)
  }
  throw new Error('the server did not become ready')
}
const http = {
  inject: async ({ method, url, headers, payload }: Record<string, never>) => {
    const answer = await fetch(`${base}${String(url)}`, {
      method,
      headers,
      ...(payload !== undefined && { body: payload }),
    } as RequestInit)
    const body = await answer.text()
    return { statusCode: answer.status, body, headers: {}, json: () => JSON.parse(body) as unknown }
  },
} as unknown as ConstructorParameters<typeof Client>[0]

/** Ms from the click to the first frame that is on the screen. */
async function opened(page: Page, name: string): Promise<number> {
  await page.evaluate(() => {
    const state = window as unknown as { __frame?: number }
    delete state.__frame
    const look = () => {
      const video = document.querySelector<HTMLVideoElement>('.camera-dialog video')
      if (video)
        video.requestVideoFrameCallback(() => {
          state.__frame = performance.now()
        })
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const from = await page.evaluate(() => performance.now())
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: 'Watch' })
    .click()
  await page.waitForFunction(() => '__frame' in window, null, { timeout: 20_000 })
  return (await page.evaluate(() => (window as unknown as { __frame: number }).__frame)) - from
}
const close = (page: Page) => page.locator('.camera-dialog .ant-modal-close').click()

try {
  await ready()
  await wait(15_000)
  const admin = await new Client(http).signIn('admin', demoPassword)
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  })
  await context.addInitScript('globalThis.__name = (f) => f')
  await context.addInitScript((token) => {
    localStorage.setItem('access_token', token)
    localStorage.setItem('refresh_token', token)
    localStorage.setItem('access_token_expires_at', String(Date.now() + 3_600_000))
    localStorage.setItem('language', 'en-US')
  }, admin.token!)
  const page = await context.newPage()
  await page.goto(`${base}/web/equipment/camera`)
  const found = await admin.call<{ name: string; deviceSerial: string }[]>(
    'GET /wfpe/v1/{tenant}/camera/all',
  )
  const camera = found.find(({ deviceSerial }) => deviceSerial === serial)!.name
  await page.getByRole('row', { name: new RegExp(camera) }).waitFor()
  await wait(coldMs + 6000)
  // The first one loads the player as well.
  await opened(page, camera)
  await close(page)
  const cold: number[] = []
  for (let i = 0; i < rounds; i++) {
    await wait(coldMs)
    cold.push(await opened(page, camera))
    await close(page)
  }
  const warm: number[] = []
  for (let i = 0; i < rounds; i++) {
    warm.push(await opened(page, camera))
    await close(page)
    await wait(500)
  }
  await opened(page, camera)
  await wait(3000)
  const behind = await page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('.camera-dialog video')!
    return video.buffered.end(video.buffered.length - 1) - video.currentTime
  })
  await close(page)
  for (let i = 0; i < cycles; i++) {
    await page
      .getByRole('row', { name: new RegExp(camera) })
      .getByRole('button', { name: 'Watch' })
      .click()
    await page.locator('.camera-dialog video').first().waitFor({ state: 'attached' })
    await close(page)
  }
  await page.goto(`${base}/web/account`)
  await wait(coldMs + 2000)
  const left = ffmpegs()
  await page.goto(`${base}/web/equipment/videosurveillance?size=9`)
  await wait(12_000)
  const count = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('video')].map(
        (video) => video.getVideoPlaybackQuality().totalVideoFrames,
      ),
    )
  const before = await count()
  await wait(5000)
  const frames = (await count()).map((now, i) => (now - (before[i] ?? 0)) / 5)
  console.log(
    JSON.stringify(
      {
        'click to first frame, stream running, ms': Math.round(median(warm)),
        'click to first frame, cold, ms': Math.round(median(cold)),
        'behind the newest picture, s': Number(behind.toFixed(2)),
        [`ffmpeg left after ${cycles} times open and close (one records)`]: left,
        'wall, frames a second of each': frames.map((one) => Math.round(one)),
      },
      null,
      2,
    ),
  )
  await browser.close()
} finally {
  server.kill('SIGTERM')
  await new Promise((done) => server.once('exit', done))
  rmSync(dataDir, { recursive: true, force: true })
}
