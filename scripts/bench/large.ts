import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { build } from 'vite'

const origin = 'http://large.test'
const folder = 'scripts/bench/large'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const share = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

/** Builds the page of large things, with the product's own table and form in it. */
export const buildLarge = (outDir: string) =>
  build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: {
      alias: [{ find: /^zod$/, replacement: join(process.cwd(), 'src/lib/deferred-zod.ts') }],
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      chunkSizeWarningLimit: 5000,
      reportCompressedSize: false,
      rolldownOptions: { input: `${folder}/index.html` },
    },
  })

/** Opens it without a server: the browser is given the built files. */
async function openLarge(browser: Browser, dir: string, hash: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
  })
  await context.addInitScript('globalThis.__name = (f) => f')
  await context.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname
    const body = await readFile(join(dir, path)).catch(() => null)
    return body
      ? route.fulfill({ body, contentType: types[extname(path)] ?? 'application/octet-stream' })
      : route.fulfill({ status: 404 })
  })
  const page = await context.newPage()
  await page.goto(`${origin}/${folder}/index.html${hash}`)
  return page
}

interface Scrolled {
  perSecond: number
  longest: number
  mostRows: number
  firstRows: number
}
/**
 * Scrolls through ten thousand rows for some seconds, one step a frame, and counts what was drawn.
 */
export async function scrollTable(browser: Browser, dir: string, forMs = 5000): Promise<Scrolled> {
  const page = await openLarge(browser, dir, '')
  const start = Date.now()
  await page.locator('.ant-table-row').first().waitFor()
  const firstRows = Date.now() - start
  await page.waitForTimeout(500)
  const seen = await page.evaluate(
    (ms) =>
      new Promise<{ frames: number[]; mostRows: number }>((resolve) => {
        const holder =
          document.querySelector('.ant-table-tbody-virtual-holder') ?? document.scrollingElement!
        const frames: number[] = []
        let mostRows = 0
        let before = performance.now()
        const end = before + ms
        const step = (now: number) => {
          frames.push(now - before)
          before = now
          mostRows = Math.max(mostRows, document.querySelectorAll('tr, .ant-table-row').length)
          if (now >= end) return resolve({ frames: frames.slice(1), mostRows })
          // A notch of the wheel in every frame.
          holder.scrollTop =
            holder.scrollTop + holder.clientHeight >= holder.scrollHeight - 1
              ? 0
              : holder.scrollTop + 120
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    forMs,
  )
  await page.context().close()
  return {
    perSecond: (seen.frames.length * 1000) / seen.frames.reduce((sum, one) => sum + one, 0),
    longest: Math.max(...seen.frames),
    mostRows: seen.mostRows,
    firstRows,
  }
}

/**
 * From key to painted letter in a form of forty fields; the browser must not wait for a screen
 * (`--disable-frame-rate-limit`).
 */
export async function typeIntoForm(
  browser: Browser,
  dir: string,
  keys = 60,
): Promise<{ fields: number; median: number; most: number }> {
  const page = await openLarge(browser, dir, '#form')
  const field = page.locator(`[id$="field20"]`)
  await field.waitFor()
  await field.focus()
  await page.waitForTimeout(500)
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    addEventListener(
      'keydown',
      () => {
        const start = performance.now()
        // A task set in a frame runs when that frame has been drawn.
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - start)))
      },
      { capture: true },
    )
  })
  for (let at = 0; at < keys + 5; at++) {
    await page.keyboard.press(at % 10 === 9 ? 'Backspace' : 'abcdefghi'[at % 9]!)
    await page.waitForTimeout(60)
  }
  const times = (await page.evaluate(() => (window as unknown as { times: number[] }).times)).slice(
    5,
  )
  const fields = await page.locator('.kit-field').count()
  await page.context().close()
  return { fields, median: share(times, 0.5), most: share(times, 0.95) }
}
