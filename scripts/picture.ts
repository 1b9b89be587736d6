import { chromium, type Page } from 'playwright'
import { demoPassword } from '#server/demo/people.ts'
import { findChromium } from './chromium.mjs'

// npm run picture [-- address]: README's picture, taken from a console that runs with its demo
// (npm start) and has had some minutes to fill it.
const address = process.argv[2] ?? 'http://127.0.0.1:8080'
const size = { width: 1280, height: 800 }
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const context = await browser.newContext({
  baseURL: address,
  locale: 'en-US',
  timezoneId: 'Asia/Shanghai',
  viewport: size,
})
const page = await context.newPage()
await page.addInitScript(() => localStorage.setItem('language', 'en-US'))

async function signIn(): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: /User ?name/i }).fill('admin')
  await page.locator('input[type=password]').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
/** What a page shows once nothing moves any more. */
async function shot(what: string, open: (page: Page) => Promise<unknown>): Promise<string> {
  await open(page)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.waitForTimeout(3000)
  const image = await page.screenshot()
  console.log(what)
  return `<img src="data:image/png;base64,${image.toString('base64')}">`
}

await signIn()
// The newest announcement stands before everything once.
await page
  .getByRole('button', { name: 'I know' })
  .click({ timeout: 15_000 })
  .catch(() => undefined)
const shots = [
  await shot('home', () => page.goto('/home')),
  await shot('map', () => page.goto('/web/farm/land?view=map&areaId=1')),
  await shot('device', async () => {
    await page.goto('/web/equipment/weatherStations')
    await page.locator('tbody tr').nth(1).locator('a, button').first().click()
    await page.getByRole('link', { name: 'Full device page' }).click()
  }),
  await shot('document', async () => {
    await page.goto('/inventory/prment/warehousing')
    await page.locator('tbody tr').nth(1).locator('a, button').first().click()
  }),
]
await page.setViewportSize({ width: 1600, height: 1016 })
await page.setContent(`<style>
  body { margin: 0; padding: 16px; background: #dfe7dc; display: grid; gap: 16px; grid-template-columns: 1fr 1fr }
  img { width: 100%; border-radius: 6px; box-shadow: 0 2px 12px #2b402255 }
</style>${shots.join('')}`)
await page.screenshot({ path: 'docs/console.jpg', type: 'jpeg', quality: 82 })
await browser.close()
