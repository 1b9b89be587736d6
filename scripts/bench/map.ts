import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { chromium, type Page } from 'playwright'
import { findChromium } from '#scripts/chromium.mjs'
import { buildApp } from '#server/app.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { Client } from '#server/demo/client.ts'
import { demoStands } from '#server/demo/cameras.ts'
import { fillDemo } from '#server/demo/index.ts'
import { demoPassword } from '#server/demo/people.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'
import { median, note, report } from './report.ts'

// npm run bench:map: the digital map of a tenant with 10,000 and with 100,000 devices and 2,000
// plots, in a browser. Wants the machine to itself and the console built.
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const port = 18_192
const say = (text: string) => console.error(text)
const work = mkdtempSync(join(tmpdir(), 'furrow-bench-map-'))

/** What the page says of itself, from its first paint on. */
interface Told {
  paint: number
  marks: number
  longest: number
}
interface Frame {
  scripts: readonly { duration: number }[]
}
function watch(): void {
  const told = ((window as unknown as { told: Told }).told = { paint: 0, marks: 0, longest: 0 })
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') told.paint = startTime
  }).observe({ type: 'paint', buffered: true })
  // What scripts take of a frame; a browser without a graphics card takes more for the drawing.
  new PerformanceObserver((list) => {
    for (const { scripts } of list.getEntries() as (PerformanceEntry & Frame)[])
      told.longest = Math.max(
        told.longest,
        scripts.reduce((sum, { duration }) => sum + duration, 0),
      )
  }).observe({ type: 'long-animation-frame', buffered: true })
  const look = () => {
    if (document.querySelectorAll('.farm-map-mark').length > 10 && document.querySelector('canvas'))
      setTimeout(() => (told.marks ||= performance.now()))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
const toldBy = (page: Page) => page.evaluate(() => (window as unknown as { told: Told }).told)

async function usable(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/map?at=22.965,113.365,13.5&by=type&off=`)
  await page.waitForFunction(() => (window as unknown as { told?: Told }).told?.marks, null, {
    timeout: 20_000,
  })
  const { paint, marks } = await toldBy(page)
  return marks - paint
}
/** Most that scripts take of one frame while the map is dragged about for some seconds. */
async function dragged(page: Page): Promise<number> {
  await page.waitForTimeout(2500)
  await page.evaluate(() => ((window as unknown as { told: Told }).told.longest = 0))
  for (let i = 0; i < 6; i++) {
    await page.mouse.move(900, 500)
    await page.mouse.down()
    for (let step = 1; step <= 24; step++) {
      await page.mouse.move(900 + (i % 2 ? 18 : -18) * step, 500 + 6 * step * (i % 3 ? 1 : -1))
      await page.waitForTimeout(16)
    }
    await page.mouse.up()
  }
  await page.waitForTimeout(600)
  return (await toldBy(page)).longest
}
/** From the choice of other colours until they are drawn. */
const coloured = (page: Page, by: string) =>
  page.evaluate(async (value) => {
    const select = document.querySelector<HTMLSelectElement>('.farm-map-legend select')!
    const began = performance.now()
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, value)
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return performance.now() - began
  }, by)

let child: ChildProcess | undefined
const postgres = await startPostgres({ dataDir: join(work, 'data'), say })
try {
  const owner = postgres.url(postgres.superuser, 'postgres')
  await migrate(owner)
  const options = { secret: 'bench', webDir: join(process.cwd(), 'dist/web'), publicUrl: '' }
  const databaseUrl = appUrl(owner)
  const app = await buildApp({
    ...options,
    databaseUrl,
    filesDir: join(work, 'seed'),
    stands: demoStands(true),
  })
  say('the demo …')
  await fillDemo(app.http, app.db, () => undefined)
  const { token, tenantId } = await new Client(app.http).signIn('chen', demoPassword)
  const fill = (devices: number, plots: number) =>
    app.db.write(tenantId, async (tx) => {
      await sql`insert into area (area_name, latlng) select 'Bench', '22.965,113.365'
        where not exists (select 1 from area where area_name = 'Bench')`.execute(tx)
      await sql`insert into land (land_name, area_id, land_type, acreage, boundary)
        select 'Plot ' || n, a.id, 'kind ' || n % 7, 20, jsonb_build_array(
          jsonb_build_array(x, y), jsonb_build_array(x + 0.0018, y),
          jsonb_build_array(x + 0.0018, y + 0.0012), jsonb_build_array(x, y + 0.0012))
        from area a, generate_series(1, ${plots}::int) n,
          lateral (select 113.32 + n % 50 * 0.002 as x, 22.93 + n / 50 * 0.0015 as y) at
        where a.area_name = 'Bench'`.execute(tx)
      await sql`insert into device (name, device_type, eui, area_id, latlng, online)
        select 'Soil station ' || n, (array['gateway_soil', 'electric_valve', 'gateway_weather',
            'gateway', 'soil'])[1 + n % 5], 'B' || ${devices}::int || '-' || n, a.id,
          round((22.93 + n::bigint * 7919 % 10007 * 0.000006)::numeric, 6) || ',' ||
          round((113.32 + n::bigint * 104729 % 10009 * 0.00001)::numeric, 6), n % 9 / 8
        from area a, generate_series(1, ${devices}::int) n where a.area_name = 'Bench'`.execute(tx)
    })
  await fill(10_000, 2000)
  child = fork('scripts/bench/serve.ts', [databaseUrl, options.webDir, work, String(port)], {
    execArgv: ['--import', 'tsx'],
  })
  await new Promise((resolve) => child!.once('message', resolve))
  const address = `http://127.0.0.1:${port}`
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--use-gl=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  })
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(
      ([access, tenant]) => {
        localStorage.setItem('access_token', access!)
        localStorage.setItem('access_token_expires_at', String(Date.now() + 800_000))
        localStorage.setItem('tenant', tenant!)
        localStorage.setItem('session_mark', 'bench')
        localStorage.setItem('language', 'zh-CN')
      },
      [token, String(tenantId)] as const,
    )
    // tsx names functions with a helper of its own, which the page does not have.
    await context.addInitScript('globalThis.__name = (f) => f')
    await context.addInitScript(watch)
    return context.newPage()
  }
  const measure = async (name: string, mostSeconds: number) => {
    const times: number[] = []
    const drags: number[] = []
    const colours: number[] = []
    for (let round = 0; round < rounds; round++) {
      say(`${name}, ${round + 1} of ${rounds} …`)
      const page = await open()
      times.push(await usable(page, address))
      drags.push(await dragged(page))
      for (const by of ['usage', 'type', 'moisture', 'type']) colours.push(await coloured(page, by))
      await page.context().close()
    }
    note(`${name}: usable after the first paint`, median(times) / 1000, mostSeconds, 's')
    note(`${name}: scripts in a frame while it is dragged`, Math.max(...drags), 100, 'ms', 0)
    note(`${name}: 2,000 plots in other colours`, median(colours), 300, 'ms', 0)
  }
  await measure('10,000 devices', 2)
  await fill(90_000, 0)
  await measure('100,000 devices', 4)
  await browser.close()
  await app.close()
  report(rounds)
} finally {
  child?.disconnect()
  await postgres.stop()
  rmSync(work, { recursive: true, force: true })
}
