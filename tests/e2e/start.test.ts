import { expect, test } from 'playwright/test'
import { asCaller, tokensOf } from './console.ts'

// The rest of the browser tests stand on this: the built server, its own database, and a page that
// asks nobody else.
test('the console is ready and names what it checked', async ({ request }) => {
  const answer = await request.get('/readyz')
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({
    status: 'ready',
    checks: { database: 'ok', migrations: 'ok' },
  })
})

test('the first page loads compressed, cached for good, and from here alone', async ({
  page,
  baseURL,
}) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  const answers: { url: string; headers: Record<string, string> }[] = []
  page.on(
    'response',
    (response) => void answers.push({ url: response.url(), headers: response.headers() }),
  )

  await page.goto('/')
  await expect(page.getByRole('textbox').first()).toBeVisible()

  expect(faults).toEqual([])
  expect(
    answers.filter(
      ({ url }) =>
        !url.startsWith(baseURL!) && !url.startsWith('data:') && !url.startsWith('blob:'),
    ),
  ).toEqual([])
  const scripts = answers.filter(({ url }) => /\/assets\/.*\.js$/.test(url))
  expect(scripts.length).toBeGreaterThan(0)
  for (const { headers } of scripts) expect(headers['cache-control']).toContain('immutable')
  expect(
    scripts.some(
      ({ headers }) =>
        headers['content-encoding'] === 'br' || headers['content-encoding'] === 'gzip',
    ),
  ).toBe(true)
})

test('where the scripts do not come, the page says so and can be loaded again', async ({
  page,
}) => {
  await page.route(/\/assets\/.*\.js/, (route) => route.abort())
  await page.goto('/login')
  const again = page.getByRole('link', { name: /页面没有打开，请检查网络后重新加载/ })
  await expect(again).toBeHidden()
  // Twelve seconds later.
  await page.evaluate(() => document.getAnimations().forEach((one) => (one.currentTime = 12_001)))
  await expect(again).toBeVisible()
  await page.unroute(/\/assets\/.*\.js/)
  await again.click()
  await expect(page.getByRole('textbox', { name: '用户名' })).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('no person of the demo has a device that only its filling used', async ({ request }) => {
  for (const name of ['admin', 'huangmei', 'worker', 'both']) {
    const session = await tokensOf(request, name)
    const answer = await request.get('/iam/stong/v1/users/sessions', asCaller(session))
    const devices = ((await answer.json()) as { device: string }[]).map(({ device }) => device)
    expect([name, devices.includes('lightMyRequest')]).toEqual([name, false])
  }
})
