import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium, type BrowserContext, type Page } from 'playwright'
import sharp, { type Sharp } from 'sharp'
import { demoPassword } from '#server/demo/people.ts'
import { findChromium } from './chromium.mjs'

// npm run pictures [-- --at ADDRESS] [--language zh|en] [--only NAME,…]: the handbook's pictures of
// a language, and README's own with the English ones, taken from a console that runs with its demo
// (npm start; FURROW_DEMO_LANGUAGE=en-US npm start) and has had some minutes to fill it.
const { values: asked } = parseArgs({
  options: {
    at: { type: 'string', default: 'http://127.0.0.1:8080' },
    language: { type: 'string', default: 'zh' },
    only: { type: 'string' },
  },
})
const only = asked.only?.split(',')
const folder = 'docs/user/pictures'
/** What README shows, in English. */
const readme = ['home', 'map', 'device', 'document']
const size = { width: 1280, height: 800 }
const phone = { width: 375, height: 760 }
const languages = { zh: 'zh-CN', en: 'en-US' } as const
type Language = keyof typeof languages
type Open = (page: Page) => Promise<unknown>

const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

async function signedIn(language: Language): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: asked.at,
    locale: languages[language],
    timezoneId: 'Asia/Shanghai',
    viewport: size,
  })
  // The newest announcement would stand before everything once.
  await context.addInitScript((lang) => {
    localStorage.setItem('language', lang)
    localStorage.removeItem('notice_token')
    for (const key of Object.keys(localStorage))
      if (key.startsWith('tabs')) localStorage.removeItem(key)
  }, languages[language])
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('form input').first().fill('admin')
  await page.locator('input[type=password]').fill(demoPassword)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.close()
  return context
}
/** What stands in the place of something that is still to come. */
const stillBusy = '.kit-skeleton, .board-card .ant-skeleton, [aria-busy=true], [role=progressbar]'
/** A page of the console, once nothing on it moves any more. */
async function shot(context: BrowserContext, open: Open, viewport = size): Promise<Buffer> {
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  await open(page)
  await page.waitForTimeout(1500)
  await page
    .waitForFunction((busy) => !document.querySelector(busy), stillBusy, { timeout: 30_000 })
    .catch(() => undefined)
  await page.waitForTimeout(2000)
  const image = await page.screenshot()
  await page.close()
  return image
}
const to =
  (path: string): Open =>
  (page) =>
    page.goto(path)
const rowsOf = (page: Page) =>
  page.locator('tbody tr[data-row-key]:visible, tbody tr.ant-table-row')
/** The page of a device, scrolled to one of its parts. */
const device =
  (list: string, part: string | null): Open =>
  async (page) => {
    await page.goto(list)
    await rowsOf(page).first().locator('a, button').first().click()
    await page.locator('[role=dialog] a[href*="/data/"]').first().click()
    await page.locator('section.device-data').waitFor()
    if (part) {
      const place = page.locator(part).first()
      await place.waitFor()
      // Under the header and the tabs, which stay.
      await place.evaluate((element) => {
        scrollTo(0, element.getBoundingClientRect().top + scrollY - 110)
      })
    }
  }
/** What carries a name in a row leads to its record, as a link or by a button. */
const record =
  (list: string, at = 0): Open =>
  async (page) => {
    await page.goto(list)
    await rowsOf(page).nth(at).locator('a, button').first().click()
  }
const receipt = record('/inventory/prment/warehousing', 1)
/** The channels of the first devices of these lists, beside each other. */
const explore: Open = async (page) => {
  const channels: string[] = []
  for (const list of ['/web/equipment/weatherStations', '/web/equipment/soilmoisture']) {
    await device(list, null)(page)
    const link = page.locator('a[href*="/explore?c="]').first()
    const address = new URL((await link.getAttribute('href'))!, page.url())
    channels.push(address.searchParams.get('c')!)
  }
  await page.goto(`/web/equipment/explore?c=${channels.join(',')}`)
}
/** A text of the console in the language that the page is in. */
async function word(page: Page, namespace: string, ...path: string[]): Promise<string> {
  const language = await page.evaluate(() => document.documentElement.lang)
  let at: unknown = JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8'))
  for (const name of path) at = (at as Record<string, unknown>)[name]
  return String(at)
}
const permissions: Open = async (page) => {
  await page.goto('/system/role')
  await rowsOf(page).nth(2).locator('button').last().click()
  const name = await word(page, 'system', 'role', 'actions', 'assign')
  await page.getByRole('menuitem', { name, exact: true }).click()
}
/** A sheet with two faults, checked. */
const importing: Open = async (page) => {
  await page.goto('/inventory/base/unit')
  const name = await word(page, 'common', 'actions', 'import')
  await page.getByRole('button', { name, exact: true }).click()
  const sheet = [
    [
      await word(page, 'inventory', 'unit', 'fields', 'code'),
      await word(page, 'inventory', 'unit', 'fields', 'name'),
    ],
    ['kg', 'K'],
    ['sack', ''],
    ['crate', 'C'],
  ]
  await page.locator('input[type=file]').setInputFiles({
    name: 'units.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${sheet.map((line) => line.join(',')).join('\n')}`),
  })
}

const scenes: Readonly<Record<string, Open>> = {
  home: to('/web/farm/home'),
  map: to('/web/farm/land?view=map&areaId=1'),
  devices: to('/system/deviceManager'),
  device: device('/web/equipment/weatherStations', null),
  connect: device('/web/equipment/weatherStations', '.device-connect'),
  control: device('/web/equipment/gateway', '.control-tiles'),
  alarms: to('/web/equipment/warning'),
  rule: record('/web/equipment/intelligentControl/index', 2),
  board: record('/web/equipment/board'),
  explore,
  document: receipt,
  form: to('/inventory/prment/warehousing/add'),
  stock: to('/inventory/prment/stock'),
  approvals: record('/web/farm/approval'),
  process: record('/system/process'),
  role: permissions,
  import: importing,
}

const isAsked = (name: string) => !only || only.includes(name)
const said = (path: string) => console.log(path, `${Math.round(statSync(path).size / 1024)} KB`)
async function store(path: string, image: Buffer): Promise<void> {
  writeFileSync(path, await sharp(image).webp({ quality: 74, effort: 6 }).toBuffer())
  said(path)
}
/** Pictures side by side on the ground of the field's green. */
async function beside(
  images: readonly Buffer[],
  columns: number,
  each: { width: number; height: number },
): Promise<Sharp> {
  const gap = 16
  const rows = Math.ceil(images.length / columns)
  const parts = images.map(async (image, at) => ({
    input: await sharp(image).resize(each.width, each.height).toBuffer(),
    left: gap + (at % columns) * (each.width + gap),
    top: gap + Math.floor(at / columns) * (each.height + gap),
  }))
  return sharp({
    create: {
      width: gap + columns * (each.width + gap),
      height: gap + rows * (each.height + gap),
      channels: 3,
      background: '#dfe7dc',
    },
  }).composite(await Promise.all(parts))
}

const isOurs = (language: string): language is Language => language in languages
for (const language of [asked.language].filter(isOurs)) {
  mkdirSync(`${folder}/${language}`, { recursive: true })
  const context = await signedIn(language)
  const taken = new Map<string, Buffer>()
  for (const [name, open] of Object.entries(scenes)) {
    if (!isAsked(name) && !(isAsked('console') && readme.includes(name))) continue
    const image = await shot(context, open)
    taken.set(name, image)
    await store(`${folder}/${language}/${name}.webp`, image)
  }
  if (isAsked('phone')) {
    const images: Buffer[] = []
    for (const open of [
      to('/web/farm/home'),
      to('/system/deviceManager'),
      to('/web/farm/approval'),
    ])
      images.push(await shot(context, open, phone))
    const sheet = await beside(images, images.length, phone)
    await store(`${folder}/${language}/phone.webp`, await sheet.png().toBuffer())
  }
  if (language === 'en' && isAsked('dark')) {
    const image = await shot(context, async (page) => {
      // As somebody sees it who has chosen the dark; what the demo's person chose stays as it is.
      await page.route('**/menu-theme*', async (route) => {
        const response = await route.fetch()
        const row = (await response.json()) as object
        await route.fulfill({ response, json: { ...row, theme: '{"appearance":"dark"}' } })
      })
      await page.goto('/web/farm/home')
    })
    await store(`${folder}/en/dark.webp`, image)
  }
  if (language === 'en' && isAsked('console')) {
    const sheet = await beside(
      readme.map((name) => taken.get(name)!),
      2,
      { width: 776, height: 485 },
    )
    await sheet.jpeg({ quality: 82 }).toFile('docs/console.jpg')
    said('docs/console.jpg')
  }
  await context.close()
}
await browser.close()
