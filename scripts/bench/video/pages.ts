import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { clockFace } from './clock-camera.ts'

const require = createRequire(import.meta.url)
const script = (name: string) =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), 'dist/index.min.js'), 'utf8')
const within = 20_000

/** Notes when the first picture of a video below `place` is on the screen. */
const watchFor = (page: Page, place: string) =>
  page.evaluate((selector) => {
    const state = window as unknown as { __frame?: number }
    delete state.__frame
    let looked: HTMLVideoElement | null = null
    const look = () => {
      const video = document.querySelector<HTMLVideoElement>(`${selector} video`)
      // One that failed is followed by another.
      if (video && video !== looked)
        (looked = video).requestVideoFrameCallback(() => {
          state.__frame ??= performance.now()
        })
      if (state.__frame === undefined) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, place)
const framed = async (page: Page): Promise<number> => {
  await page.waitForFunction(() => '__frame' in window, null, { timeout: within })
  return page.evaluate(() => {
    const state = window as unknown as { __frame: number; __click: number }
    return state.__frame - state.__click
  })
}
/** From when on time counts: the press itself, as the page hears of it. */
const notesClicks = () =>
  addEventListener(
    'click',
    () => {
      ;(window as unknown as { __click: number }).__click = performance.now()
    },
    true,
  )

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
/** The list of cameras, whose player was loaded by the browser's cache or will be. */
export async function consolePage(context: BrowserContext, base: string): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(notesClicks)
  await page.goto(`${base}/web/equipment/camera?size=50`)
  return page
}
/** Presses as long as asked: a hand takes some 80 ms, a program none. */
export const click = (page: Page, name: string, delay = 0) =>
  rowOf(page, name).getByRole('button', { name: 'Watch' }).click({ delay })
export const close = (page: Page) => page.locator('.camera-dialog .ant-modal-close').click()
/** Ms from the click on a camera to its first picture. */
export async function opened(page: Page, name: string, pressMs = 0): Promise<number> {
  // What nobody looks at is drawn when there is nothing else to do.
  await page.bringToFront()
  await watchFor(page, '.camera-dialog')
  await click(page, name, pressMs)
  return framed(page)
}

const bareHtml = `<!doctype html><button>play</button><div id="box"></div>
<script src="/bare/xgplayer.js"></script><script src="/bare/xgplayer-flv.js"></script>
<script src="/bare/xgplayer-hls.js"></script>
<script>
let player = null
const kinds = { flv: window.FlvPlayer, hls: window.HlsPlayer }
document.querySelector('button').onclick = async () => {
  const answer = await fetch(window.__ask.path, window.__ask.init)
  const { url } = await answer.json()
  const plugin = kinds[window.__kind]
  const usual = { el: document.querySelector('#box'), url, isLive: true, autoplay: true, autoplayMuted: true }
  player = new window.Player({ ...usual, plugins: plugin && plugin.isSupported() ? [plugin] : [] })
}
window.__stop = () => { player?.destroy(); document.querySelector('#box').replaceChildren() }
</script>`
/**
 * A page with nothing but the player as it comes, which asks for the address of the stream as ours
 * has to: it is good for a minute.
 */
export async function barePage(context: BrowserContext, base: string): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(notesClicks)
  await page.route('**/bare/**', (route) => {
    const [, name = ''] = /\/bare\/(xgplayer[\w-]*)\.js$/.exec(route.request().url()) ?? []
    return route.fulfill(
      name
        ? { contentType: 'text/javascript', body: script(name) }
        : { contentType: 'text/html', body: bareHtml },
    )
  })
  await page.goto(`${base}/bare/`)
  return page
}
/** The question for an address, as the console puts it. */
export interface Asked {
  path: string
  init: { method: string; headers: Record<string, string>; body: string }
}
export async function openedBare(
  page: Page,
  ask: Asked,
  kind: 'flv' | 'hls',
  pressMs = 0,
): Promise<number> {
  await page.bringToFront()
  await page.evaluate((given) => Object.assign(window, { __ask: given.ask, __kind: given.kind }), {
    ask,
    kind,
  })
  await watchFor(page, '#box')
  await page.locator('button').click({ delay: pressMs })
  const ms = await framed(page)
  await page.evaluate(() => (window as unknown as { __stop(): void }).__stop())
  return ms
}

/** How old the pictures are that a camera with a clock shows, in ms, picture by picture. */
export const ages = (page: Page, place: string, seconds: number): Promise<number[]> =>
  page.evaluate(
    ({ selector, forMs, face }) =>
      new Promise<number[]>((done) => {
        const video = document.querySelector<HTMLVideoElement>(`${selector} video`)!
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
        const pen = canvas.getContext('2d', { willReadFrequently: true })!
        const found: number[] = []
        const until = performance.now() + forMs
        const look = () => {
          const now = Date.now()
          pen.drawImage(video, 0, 0, 640, 360)
          const { data } = pen.getImageData(0, 0, 640, face.side * 2)
          let at = 0
          for (let bit = 0; bit < face.bits; bit++) {
            const x = (bit % face.perRow) * face.side + face.side / 2
            const y = Math.floor(bit / face.perRow) * face.side + face.side / 2
            if (data[(y * 640 + x) * 4]! > 128) at += 2 ** bit
          }
          const all = 2 ** face.bits
          found.push(((((now % all) - at) % all) + all) % all)
          if (performance.now() < until) video.requestVideoFrameCallback(look)
          else done(found)
        }
        video.requestVideoFrameCallback(look)
      }),
    { selector: place, forMs: seconds * 1000, face: clockFace },
  )

/** Pictures a second of each video that is on a page, measured over some seconds. */
export async function rates(page: Page, seconds: number): Promise<number[]> {
  const count = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('video')].map((video) => {
        const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
        return totalVideoFrames - droppedVideoFrames
      }),
    )
  const before = await count()
  await page.waitForTimeout(seconds * 1000)
  return (await count()).map((now, i) => (now - (before[i] ?? 0)) / seconds)
}

/** Ms from the moment that a page is hidden until none of its streams is read any more. */
export async function hidden(page: Page): Promise<number> {
  const open = new Set<unknown>()
  let lastAt = 0
  const ends = (stream: unknown) => {
    if (open.delete(stream)) lastAt = Date.now()
  }
  page.on('request', (request) => request.url().includes('/live.flv') && open.add(request))
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/socket')) return
    open.add(socket)
    socket.on('close', () => ends(socket))
  })
  page.on('requestfailed', ends)
  page.on('requestfinished', ends)
  await page.reload()
  await page.waitForTimeout(12_000)
  const streams = open.size
  const from = Date.now()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  while (open.size > 0 && Date.now() - from < 10_000) await page.waitForTimeout(20)
  if (streams === 0 || open.size > 0) throw new Error(`${open.size} of ${streams} streams go on`)
  return lastAt - from
}
