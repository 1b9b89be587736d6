import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'

export interface Site {
  address: string
  /** What its local storage must hold to be signed in. */
  storage: Record<string, string>
  list: string
  otherList: string
  /** What can be read and clicked once it is there, and how many of it; rows of a table unless said. */
  ready?: { selector: string; least: number }
}
export interface Condition {
  name: string
  cpu: number
  network: { latency: number; downloadThroughput: number; uploadThroughput: number } | null
}
const kbit = 1024 / 8
/** Slow 4G as Lighthouse has it, before its own estimates: 150 ms, 1.6 Mbit/s. */
export const conditions: Condition[] = [
  { name: 'unthrottled', cpu: 1, network: null },
  {
    name: 'slow 4G, CPU / 4',
    cpu: 4,
    network: { latency: 150, downloadThroughput: 1600 * kbit, uploadThroughput: 750 * kbit },
  },
]
export interface Visit {
  /** Milliseconds from the navigation. */
  firstPaint: number
  firstRow: number
  cpu: number
  shift: number
  scriptBytes: number
  styleBytes: number
  calls: string[]
}

/** Runs in the page before anything else: notes when its first rows can be read and clicked. */
function watch({ selector, least }: { selector: string; least: number }) {
  const state = window as unknown as { __row?: number; __shift: number }
  state.__shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) state.__shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (state.__row === undefined && document.querySelectorAll(selector).length >= least) {
      requestAnimationFrame(() => setTimeout(() => (state.__row ??= performance.now())))
    } else if (state.__row === undefined) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

export async function open(
  browser: Browser,
  site: Site,
  condition: Condition,
): Promise<{ context: BrowserContext; page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
  })
  // tsx names functions with a helper of its own, which the page does not have.
  await context.addInitScript('globalThis.__name = (f) => f')
  await context.addInitScript((storage) => {
    for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value)
  }, site.storage)
  await context.addInitScript(
    watch,
    site.ready ?? { selector: '.ant-table-tbody tr.ant-table-row', least: 10 },
  )
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Performance.enable', { timeDomain: 'timeTicks' })
  if (condition.network)
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...condition.network })
  if (condition.cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: condition.cpu })
  return { context, page, cdp }
}

/** One cold visit to the site's list, up to its first usable row. */
export async function visit(browser: Browser, site: Site, condition: Condition): Promise<Visit> {
  const { context, page, cdp } = await open(browser, site, condition)
  await page.goto(site.address + site.list)
  await page.waitForFunction(
    () => (window as unknown as { __row?: number }).__row !== undefined,
    null,
    { timeout: 60_000 },
  )
  const { metrics } = await cdp.send('Performance.getMetrics')
  const cpu = metrics.find((metric) => metric.name === 'TaskDuration')!.value * 1000
  const seen = await page.evaluate(() => {
    const firstRow = (window as unknown as { __row: number }).__row
    const resources = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, startTime, responseEnd, transferSize }) => ({
        path: new URL(name).pathname,
        startTime,
        responseEnd,
        transferSize,
      }),
    )
    const bytes = (ending: string) =>
      resources
        .filter(({ path, responseEnd }) => path.endsWith(ending) && responseEnd <= firstRow)
        .reduce((sum, { transferSize }) => sum + transferSize, 0)
    return {
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      firstRow,
      scriptBytes: bytes('.js'),
      styleBytes: bytes('.css'),
      calls: resources
        .filter(
          ({ path, startTime }) => /^\/(oauth|iam|wfpf|hmsg)\//.test(path) && startTime < firstRow,
        )
        .map(({ path }) => path),
    }
  })
  await page.waitForTimeout(500)
  const shift = await page.evaluate(() => (window as unknown as { __shift: number }).__shift)
  await context.close()
  return { ...seen, cpu, shift }
}

/** Goes to an address as a link would, and answers how long until its rows stand there. */
export async function go(page: Page, path: string, firstCell: string): Promise<number> {
  return page.evaluate(
    ([to, text]) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
        const look = () => {
          // Kept tabs leave their tables in the document, hidden.
          const rows = [
            ...document.querySelectorAll<HTMLElement>('.ant-table-tbody tr.ant-table-row'),
          ].filter((row) => row.offsetParent !== null)
          if (rows.some((row) => row.textContent?.includes(text!)))
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
          else requestAnimationFrame(look)
        }
        look()
      }),
    [path, firstCell] as const,
  )
}

/** Bytes of script and style of a page that somebody opens for the first time. */
export async function bytesOf(browser: Browser, address: string): Promise<number> {
  const { context, page, cdp } = await open(
    browser,
    { address, storage: {}, list: '', otherList: '' },
    conditions[0]!,
  )
  const counted = new Set<string>()
  let bytes = 0
  cdp.on(
    'Network.responseReceived',
    ({ requestId, response }) =>
      void (/\.(js|css)$/.test(new URL(response.url).pathname) && counted.add(requestId)),
  )
  cdp.on(
    'Network.loadingFinished',
    ({ requestId, encodedDataLength }) =>
      void (counted.has(requestId) && (bytes += encodedDataLength)),
  )
  await page.goto(address, { waitUntil: 'networkidle' })
  await context.close()
  return bytes
}
