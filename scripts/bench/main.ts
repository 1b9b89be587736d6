import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { chromium, type Browser } from 'playwright'
import { build } from 'vite'
import { unit } from '#contract/inventory/unit.ts'
import { findChromium } from '#scripts/chromium.mjs'
import { buildApp } from '#server/app.ts'
import { listRows } from '#server/db/crud.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { Client } from '#server/demo/client.ts'
import { demoStands } from '#server/demo/cameras.ts'
import { fillDemo } from '#server/demo/index.ts'
import { demoPassword } from '#server/demo/people.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'
import { precompress } from '#scripts/precompress.ts'
import { exportAll } from './export.ts'
import { buildLarge, scrollTable, typeIntoForm } from './large.ts'
import { bytesOf, conditions, go, open, visit, type Site, type Visit } from './page.ts'
import { inform, median, note, noteLeast, report } from './report.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const say = (text: string) => console.error(text)

const work = mkdtempSync(join(tmpdir(), 'furrow-bench-'))
const servers: ChildProcess[] = []
async function serve(databaseUrl: string, webDir: string, port: number): Promise<string> {
  const child = fork('scripts/bench/serve.ts', [databaseUrl, webDir, work, String(port)], {
    execArgv: ['--import', 'tsx'],
  })
  servers.push(child)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`the bench's server ended with ${code}`)))
  })
  return `http://127.0.0.1:${port}`
}

say('preparing …')
const postgres = await startPostgres({ dataDir: join(work, 'data'), say })
try {
  const owner = postgres.url(postgres.superuser, 'postgres')
  await migrate(owner)
  const app = await buildApp({
    databaseUrl: appUrl(owner),
    secret: 'bench',
    webDir: join(process.cwd(), 'dist/web'),
    filesDir: join(work, 'seed'),
    publicUrl: '',
    callLimit: 1_000_000,
    stands: demoStands(true),
  })
  await fillDemo(app.http, app.db, () => undefined)
  const admin = await new Client(app.http).signIn('admin', demoPassword)

  const other = await new Client(app.http).signIn('chen', demoPassword)
  const big = other.tenantId
  const insert = (first: number, last: number) =>
    app.db.write(big, (tx) =>
      sql`insert into unit (code, name) select 'c' || n, 'unit ' || n
        from generate_series(${first}::int, ${last}::int) n`.execute(tx),
    )
  say('export of 100,000 rows …')
  await insert(1, 100_000)
  const exported = await exportAll(app, other, join(work, 'seed'))
  note('export of 100,000 rows as CSV', exported.seconds, 10, 's')
  note('memory that the export takes', exported.rssGrowth, 100, 'MB', 0)
  note('event loop meanwhile, 99 % of delays below', exported.delay, 50, 'ms', 0)
  noteLeast('steps of its progress that were seen', exported.steps, 5, '')
  note('a stopped export ends within', exported.stopMs, 1000, 'ms', 0)
  note('files that it leaves', exported.leftBehind, 0, '', 0)
  inform('rows and size of the file', `${exported.rows}, ${exported.megabytes.toFixed(1)} MB`)

  say('queries over 700,000 rows …')
  await insert(100_001, 700_000)
  await app.db.platform((tx) => sql`select 1`.execute(tx))
  const maintenance = await import('pg').then(
    ({ default: pg }) => new pg.Client({ connectionString: owner }),
  )
  await maintenance.connect()
  await maintenance.query('vacuum analyze unit')
  await maintenance.end()
  const queryTimes: number[] = []
  for (let i = 0; i < 60; i++) {
    queryTimes.push(
      await app.db.read(big, async (tx) => {
        const start = performance.now()
        await listRows(tx, unit, { page: String((i % 5) + 1), size: '10' })
        return performance.now() - start
      }),
    )
  }
  note('page and total of 700,000 rows (both round trips)', median(queryTimes), 2, 'ms')

  say('sign-in …')
  const signIns = 40
  const started = performance.now()
  for (let i = 0; i < signIns; i += 4)
    await Promise.all([0, 1, 2, 3].map(() => new Client(app.http).signIn('worker', demoPassword)))
  inform(
    'sign-ins per second, 4 at a time',
    ((signIns * 1000) / (performance.now() - started)).toFixed(1),
  )

  say('pages …')
  const floorDir = join(work, 'floor')
  await build({
    configFile: false,
    root: 'scripts/bench/floor',
    logLevel: 'error',
    plugins: [precompress()],
    build: { outDir: floorDir, emptyOutDir: true, target: 'baseline-widely-available' },
  })
  const url = appUrl(owner)
  const consoleAddress = await serve(url, join(process.cwd(), 'dist/web'), 18_190)
  const floorAddress = await serve(url, floorDir, 18_191)
  // What the browser of somebody who was here before holds: a session, and the tenant it was in.
  const tokens = {
    access_token: admin.token,
    bench_tenant: String(admin.tenantId),
    tenant: String(admin.tenantId),
    language: 'zh-CN',
    session_mark: 'bench',
    access_token_expires_at: String(Date.now() + 800_000),
  }
  const lists = { list: '/inventory/base/unit', otherList: '/system/role' }
  const launch = (...more: string[]) =>
    chromium.launch({
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...more,
      ],
    })
  const browser = await launch()
  // What a key costs is not how long the screen then takes to refresh.
  const unhurried = await launch('--disable-frame-rate-limit', '--disable-gpu-vsync')
  try {
    await measureLarge(browser, unhurried, join(work, 'large'))
    await measure(
      browser,
      { address: consoleAddress, storage: tokens, ...lists },
      { address: floorAddress, storage: tokens, ...lists },
    )
  } finally {
    await browser.close()
    await unhurried.close()
  }
  await app.close()
} finally {
  for (const server of servers) server.disconnect()
  await postgres.stop()
  rmSync(work, { recursive: true, force: true })
}

async function measureLarge(browser: Browser, unhurried: Browser, dir: string): Promise<void> {
  await buildLarge(dir)
  const scrolled = await scrollTable(browser, dir)
  noteLeast('frames per second, scrolling 10,000 rows', scrolled.perSecond, 50, '')
  note('rows in the document meanwhile', scrolled.mostRows, 300, '', 0)
  inform(
    '10,000 rows stand after; longest frame',
    `${scrolled.firstRows} ms; ${scrolled.longest.toFixed(0)} ms`,
  )
  const typed = await typeIntoForm(unhurried, dir)
  note(`key to painted letter, form of ${typed.fields} fields`, typed.median, 16, 'ms', 1)
  note('the slowest 5 % of keys from', typed.most, 16, 'ms', 1)
}

async function measure(browser: Browser, ours: Site, floor: Site): Promise<void> {
  const signInBytes = await bytesOf(browser, `${ours.address}/login`)
  note('sign-in page, script and style', signInBytes / 1000, 110, 'KB', 1)
  const home: Site = {
    ...ours,
    list: '/web/farm/home',
    // A line that waits for its words is none yet.
    ready: { selector: '.home-row:not(:has(.home-bones))', least: 1 },
  }
  for (const condition of conditions) {
    const pairs: { console: Visit; floor: Visit; home: Visit }[] = []
    for (let round = 0; round <= rounds; round++) {
      const pair = {
        console: await visit(browser, ours, condition),
        floor: await visit(browser, floor, condition),
        home: await visit(browser, home, condition),
      }
      // The first round warms servers and caches of the machine.
      if (round > 0) pairs.push(pair)
    }
    const ratio = (of: (v: Visit) => number) =>
      median(pairs.map((pair) => of(pair.console) / of(pair.floor)))
    note(
      `first usable row / floor (${condition.name})`,
      ratio((v) => v.firstRow),
      condition.cpu === 1 ? 1.3 : 1.2,
      '×',
    )
    note(
      `first line of home / first row of a list (${condition.name})`,
      median(pairs.map((pair) => pair.home.firstRow / pair.console.firstRow)),
      1.2,
      '×',
    )
    note(
      `first paint / floor (${condition.name})`,
      ratio((v) => v.firstPaint),
      0.6,
      '×',
    )
    note(
      `main-thread CPU to ready / floor (${condition.name})`,
      ratio((v) => v.cpu),
      2,
      '×',
    )
    note(
      `layout shift (${condition.name})`,
      Math.max(...pairs.map((p) => p.console.shift)),
      0.02,
      '',
      4,
    )
    inform(
      `first usable row, console and floor (${condition.name})`,
      `${median(pairs.map((p) => p.console.firstRow)).toFixed(0)} ms, ${median(pairs.map((p) => p.floor.firstRow)).toFixed(0)} ms`,
    )
    if (condition.cpu === 1) {
      const first = pairs[0]!.console
      note('script before the first usable row', first.scriptBytes / 1000, 300, 'KB', 1)
      inform('style before the first usable row', `${(first.styleBytes / 1000).toFixed(1)} KB`)
      inform('floor’s script', `${(pairs[0]!.floor.scriptBytes / 1000).toFixed(1)} KB`)
      note(
        'API calls before the first row',
        Math.max(...pairs.map((p) => p.console.calls.length)),
        2,
        '',
        0,
      )
      inform('which', first.calls.join(' · '))
    }
  }
  await navigation(browser, ours, floor)
}

async function navigation(browser: Browser, ours: Site, floor: Site): Promise<void> {
  const [unitText, roleText] = ['kWh', 'admin']
  const back = async (site: Site, times: number) => {
    const { context, page, cdp } = await open(browser, site, conditions[0]!)
    await page.goto(site.address + site.list)
    await page.waitForFunction(() => (window as unknown as { __row?: number }).__row !== undefined)
    // What the first page still asks behind its rows belongs to no return.
    await page.waitForTimeout(1000)
    const returns: number[] = []
    const counts: number[] = []
    const checks: string[] = []
    cdp.on(
      'Network.requestWillBeSent',
      ({ request }) => void (request.url.includes('check-resources') && checks.push(request.url)),
    )
    let heap = 0
    for (let i = 0; i < times; i++) {
      await go(page, site.otherList, roleText)
      returns.push(await go(page, site.list, site === ours ? unitText : 'kWh'))
      if (i === Math.floor(times / 2) || i === times - 1) {
        await page.waitForTimeout(300)
        await cdp.send('HeapProfiler.collectGarbage')
        const { metrics } = await cdp.send('Performance.getMetrics')
        counts.push(metrics.find((m) => m.name === 'Nodes')!.value)
        heap = metrics.find((m) => m.name === 'JSHeapUsedSize')!.value
      }
    }
    await context.close()
    return { returns, heap, counts, checks: checks.length }
  }
  const [console_, bare] = [await back(ours, 10), await back(floor, 10)]
  note('list to list on return / floor', median(console_.returns) / median(bare.returns), 0.8, '×')
  inform(
    'list to list on return, console and floor',
    `${median(console_.returns).toFixed(1)} ms, ${median(bare.returns).toFixed(1)} ms`,
  )
  note('heap after 20 navigations', console_.heap / 1e6, 18, 'MB', 1)
  note(
    'DOM nodes after 20 navigations beyond those after 12',
    Math.max(0, console_.counts[1]! - console_.counts[0]!),
    0,
    '',
    0,
  )
  note('permission calls while going back and forth', console_.checks, 1, '', 0)
}

report(rounds)
