import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext } from 'playwright'
import { cameraWays } from '#contract/camera/camera.ts'
import { findChromium } from '#scripts/chromium.mjs'
import type { Client } from '#server/demo/client.ts'
import { demoPassword } from '#server/demo/people.ts'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { inform, median, note, noteLeast, report } from './report.ts'
import { clockCamera } from './video/clock-camera.ts'
import {
  ages,
  barePage,
  click,
  close,
  consolePage,
  hidden,
  opened,
  openedBare,
  rates,
  type Asked,
} from './video/pages.ts'
import { http2Front } from './video/http2-front.ts'
import { benchServer } from './video/server.ts'

// npm run bench:video: how soon a camera is seen, how old what is seen is, how many at a time, and
// what is left behind. It wants ffmpeg, Chromium and the build; what is compared is measured by turns.
const port = Number(process.env.BENCH_PORT ?? 18_290)
const rounds = Number(process.env.BENCH_ROUNDS ?? 15)
const cycles = Number(process.env.BENCH_CYCLES ?? 50)
/** The demo's camera on the high point of its fields. */
const serial = '34020000001320000021'
/** Ms for which a hand presses a button. */
const handMs = 80
/** Ms after which a stream that nobody takes has ended. */
const coldMs = 6000
const cameraPath = '/wfpe/v1/{tenant}/camera'
const median0 = (values: number[]) => Math.round(median(values))

interface Found {
  id: number
  name: string
  deviceSerial: string
  areaId: number
  streamAddress: string | null
}
async function camerasOf(admin: Client): Promise<Found[]> {
  for (let i = 0; i < 240; i++) {
    const all = await admin.call<Found[]>(`GET ${cameraPath}/all`).catch(() => [])
    if (all.some(({ deviceSerial }) => deviceSerial === '34020000001320000023')) return all
    await wait(1000)
  }
  throw new Error('the demo has no cameras')
}
const add = async (admin: Client, area: number, name: string, streamAddress: string) =>
  (
    await admin.call<{ id: number }>(`POST ${cameraPath}/add`, {
      name,
      deviceSerial: `BENCH-${name.replaceAll(' ', '-')}`,
      cameraType: 0,
      cameraEnter: cameraWays.address,
      areaId: area,
      enabledFlag: 1,
      streamAddress,
    })
  ).id
const flv = { cameraId: 0, protocol: 1, clarity: 1 }
const addressOf = async (admin: Client, cameraId: number, protocol = 1) =>
  (await admin.call<{ url: string }>(`POST ${cameraPath}/live`, { ...flv, cameraId, protocol })).url

/** The same question, for a page of its own. */
const askFor = ({ tenantId, token }: Client, cameraId: number): Asked => ({
  path: `${cameraPath}/live`.replace('{tenant}', String(tenantId)),
  init: {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...flv, cameraId }),
  },
})
/** Waits until a camera sends: the demo's are opened some seconds after the server. */
async function sends(base: string, admin: Client, camera: number): Promise<void> {
  for (let i = 0; i < 60; i++) {
    const { ok, body } = await fetch(base + (await addressOf(admin, camera)))
    await body?.cancel()
    if (ok) return
    await wait(2000)
  }
  throw new Error('the demo sends no picture')
}
/** Keeps a stream running, as anybody else who looks. */
async function held(base: string, url: string): Promise<() => void> {
  const leaving = new AbortController()
  const { body } = await fetch(`${base}${url}`, { signal: leaving.signal })
  void body!.pipeTo(new WritableStream()).catch(() => undefined)
  return () => leaving.abort()
}

const server = await benchServer(port)
const clock = await clockCamera(ffmpegFile()!)
const front = await http2Front(port)
let browser: Browser | null = null
/** Signed in, as a browser that plays everything; or as one that plays lists alone, as phones do. */
async function contextOf(token: string, playsLists = false): Promise<BrowserContext> {
  const context = await browser!.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    ignoreHTTPSErrors: true,
  })
  await context.addInitScript('globalThis.__name = (f) => f')
  if (playsLists)
    await context.addInitScript('delete window.MediaSource; delete window.ManagedMediaSource')
  await context.addInitScript((given) => {
    localStorage.setItem('access_token', given)
    localStorage.setItem('refresh_token', given)
    localStorage.setItem('access_token_expires_at', String(Date.now() + 3_600_000))
    localStorage.setItem('language', 'en-US')
  }, token)
  return context
}
try {
  const { base } = server
  const admin = await server.client().signIn('admin', demoPassword)
  const found = await camerasOf(admin)
  const camera = found.find(({ deviceSerial }) => deviceSerial === serial)!
  const plain = found.find(({ deviceSerial }) => deviceSerial === 'E10245790')!
  const { streamAddress } = await admin.call<Found>(`GET ${cameraPath}/detail/${plain.id}`)
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  const context = await contextOf(admin.token)
  const page = await consolePage(context, base)
  const bare = await barePage(context, base)
  await sends(base, admin, camera.id)
  // What the demo begins with is done before anything is measured; and the player is loaded.
  await wait(Number(process.env.BENCH_SETTLE ?? 60_000))
  await opened(page, camera.name)
  await close(page)

  const cold: number[] = []
  for (let i = 0; i < rounds; i++) {
    await wait(coldMs)
    cold.push(await opened(page, camera.name))
    await close(page)
  }
  note('click to first picture, from cold, ms', median0(cold), 1800, 'ms', 0)

  const release = await held(base, await addressOf(admin, camera.id))
  await wait(3000)
  const byTurns = async (pressMs: number) => {
    const pairs: { ours: number; bare: number }[] = []
    for (let i = 0; i < rounds; i++) {
      const ours = await opened(page, camera.name, pressMs)
      await close(page)
      const bareMs = await openedBare(bare, askFor(admin, camera.id), 'flv', pressMs)
      pairs.push({ ours, bare: bareMs })
    }
    return {
      ours: median(pairs.map((pair) => pair.ours)),
      theirs: median(pairs.map((pair) => pair.bare)),
    }
  }
  // A program presses for no time at all; a hand for some, in which ours has begun already.
  const noPress = await byTurns(0)
  inform('press of no time, FLV, stream running', `${Math.round(noPress.ours)} ms`)
  inform('the same by a bare player', `${Math.round(noPress.theirs)} ms`)
  const { ours, theirs } = await byTurns(handMs)
  release()
  note('click to first picture, FLV, stream running', ours, 1000, 'ms', 0)
  inform('the same by a bare player that asks for its address', `${Math.round(theirs)} ms`)
  note('ours to bare, by medians', ours / theirs, 1.2, '×')

  const lists = await contextOf(admin.token, true)
  const phone = await consolePage(lists, base)
  const [hls, hlsCold]: number[][] = [[], []]
  await opened(phone, camera.name)
  await close(phone)
  for (let i = 0; i < Math.ceil(rounds / 2); i++) {
    await wait(15_000)
    hlsCold!.push(await opened(phone, camera.name))
    await close(phone)
  }
  for (let i = 0; i < rounds; i++) {
    hls!.push(await opened(phone, camera.name))
    await close(phone)
    await wait(300)
  }
  await lists.close()
  note('click to first picture, lists, stream running', median0(hls!), 3000, 'ms', 0)
  inform('the same from cold', `${median0(hlsCold!)} ms`)

  const told = await add(admin, camera.areaId, 'clock', clock.url)
  await page.reload()
  const behind: number[] = []
  for (let i = 0; i < 3; i++) {
    await opened(page, 'clock')
    await wait(4000)
    behind.push(...(await ages(page, '.camera-dialog', 5)))
    await close(page)
  }
  const sorted = behind.toSorted((a, b) => a - b)
  note('age of what is seen, FLV, median', median(sorted), 1500, 'ms', 0)
  inform('the same, 95 of 100', `${sorted[Math.floor(sorted.length * 0.95)]} ms`)

  await page.goto(`${base}/web/account`)
  await wait(coldMs * 2)
  const before = server.held()
  await page.goto(`${base}/web/equipment/camera?size=50`)
  for (let i = 0; i < cycles; i++) {
    await click(page, camera.name)
    await page.locator('.camera-dialog video').first().waitFor({ state: 'attached' })
    await close(page)
  }
  const players = await page.locator('video').count()
  await page.goto(`${base}/web/account`)
  await wait(coldMs * 2)
  // The demo takes pictures of its own now and then: what stays is what counts.
  let after = server.held()
  for (let i = 0; i < 20 && after.ffmpegs > before.ffmpegs; i++) {
    await wait(1000)
    after = server.held()
  }
  note(`players left after ${cycles} times open and close`, players, 0, '', 0)
  note('processes left', after.ffmpegs - before.ffmpegs, 0, '', 0)
  note('connections of the server left', Math.max(0, after.sockets - before.sockets), 0, '', 0)

  const alive = found.filter(({ deviceSerial }) => !/(11|22|23)$/.test(deviceSerial))
  const nine: number[] = []
  for (let i = 0; i < 9; i++) {
    const of = alive[i % alive.length]!.deviceSerial
    const address = streamAddress!.replace('E10245790', of)
    nine.push(await add(admin, camera.areaId, `bench ${i + 1}`, address))
  }
  await admin.call(`DELETE ${cameraPath}/${told}`)
  await page.bringToFront()
  await page.goto(`${base}/web/equipment/videosurveillance?cameras=${nine.join('-')}&size=9`)
  await wait(15_000)
  const frames = await rates(page, 10)
  noteLeast('nine at a time: playing', frames.length, 9, '')
  noteLeast('nine at a time: pictures a second of the slowest', Math.min(...frames), 10, '')
  inform('of each', frames.map((one) => one.toFixed(1)).join(' '))
  note('hidden page: all nine are let go of after', await hidden(page), 1000, 'ms', 0)
  await page.close()

  const shared = await consolePage(await contextOf(admin.token), front.base)
  await shared.goto(
    `${front.base}/web/equipment/videosurveillance?cameras=${nine.join('-')}&size=9`,
  )
  await wait(15_000)
  const shares = await rates(shared, 10)
  noteLeast('nine over HTTP/2: playing', shares.length, 9, '')
  noteLeast('nine over HTTP/2: pictures a second of the slowest', Math.min(...shares), 10, '')
  inform('of each', shares.map((one) => one.toFixed(1)).join(' '))
  const protocols = await shared.evaluate(() =>
    (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).map(
      ({ nextHopProtocol }) => nextHopProtocol,
    ),
  )
  inform('the page came by', protocols.join(' '))
  report(rounds)
} finally {
  front.close()
  await browser?.close()
  clock.close()
  await server.stop()
}
