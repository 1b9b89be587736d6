import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import mqtt from 'mqtt'
import { expect, type APIRequestContext, type Locator, type Page } from 'playwright/test'
import { demoPassword } from '#server/demo/people.ts'

export const password = demoPassword

/** Signs in as a person does. */
export async function signIn(page: Page, username: string, secret = password): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: '用户名' }).fill(username)
  await page.locator('input[type=password]').fill(secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

export interface Session {
  access_token: string
  refresh_token: string
  expires_in: number
  tenantId: number
}
/** A password as the sign-in page sends it. */
export async function sealed(request: APIRequestContext, secret: string): Promise<string> {
  const { publicKey, nonce } = (await (await request.get('/oauth/public/password-key')).json()) as {
    publicKey: string
    nonce: string
  }
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    type: 'spki',
    format: 'der',
  })
  return publicEncrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(`${nonce}:${secret}`),
  ).toString('base64')
}
/** Signs in behind the page's back, for tests of what comes after. */
export async function tokensOf(
  request: APIRequestContext,
  username: string,
  secret = password,
): Promise<Session> {
  const answer = await request.post('/oauth/oauth/token', {
    form: {
      grant_type: 'password',
      username,
      password: await sealed(request, secret),
      source_type: 'web',
    },
  })
  const tokens = (await answer.json()) as Session
  const self = (await (
    await request.get('/iam/stong/v1/users/self', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
  ).json()) as { tenantId: number }
  return { ...tokens, tenantId: self.tenantId }
}
/** A page that is signed in from its first request on. */
export async function enter(
  page: Page,
  request: APIRequestContext,
  username: string,
  { language = 'zh-CN', password: secret = password } = {},
): Promise<Session> {
  const session = await tokensOf(request, username, secret)
  await page.addInitScript(
    ([access, refresh, expiry, lang]) => {
      if (sessionStorage.getItem('entered')) return
      sessionStorage.setItem('entered', '1')
      localStorage.setItem('access_token', access!)
      localStorage.setItem('refresh_token', refresh!)
      localStorage.setItem('access_token_expires_at', expiry!)
      localStorage.setItem('language', lang!)
    },
    [
      session.access_token,
      session.refresh_token,
      String(Date.now() + session.expires_in * 1000),
      language,
    ] as const,
  )
  return session
}
/** Until nothing that is seen waits for its content any more; pages seen before stay, hidden. */
export async function drawn(page: Page): Promise<void> {
  await page
    .locator('.boot:visible, .kit-skeleton:visible, [aria-busy="true"]:visible')
    .first()
    .waitFor({ state: 'detached', timeout: 3000 })
    .catch(() => undefined)
  await page.waitForTimeout(150)
}
/** Goes there as a link does: the console stays, and what pages have loaded before does too. */
export async function go(page: Page, to: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, to)
  await page.waitForURL((url) => url.pathname === to.split('?')[0])
  // Its rows, or that there are none; some pages have neither.
  await page
    .locator('main :is(tbody tr[data-row-key], .kit-card, .empty-state):visible')
    .first()
    .waitFor({ timeout: 1000 })
    .catch(() => undefined)
  await drawn(page)
}
export const asCaller = ({ access_token }: Session) => ({
  headers: { authorization: `Bearer ${access_token}` },
})

/**
 * A device of the demo that is connected and has said this, and what it measured before. Answers
 * how to end it.
 */
export async function speaking(
  request: APIRequestContext,
  session: Session,
  name: string,
  values: Record<string, number>,
  past: readonly { ts: number; values: Record<string, number> }[] = [],
): Promise<() => Promise<void>> {
  const base = `/wfpe/v1/${session.tenantId}/device`
  const { content } = (await (
    await request.get(`${base}?name=${encodeURIComponent(name)}`, asCaller(session))
  ).json()) as { content: { id: number }[] }
  const { key, secret } = (await (
    await request.put(`${base}/${content[0]!.id}/credential`, asCaller(session))
  ).json()) as { key: string; secret: string }
  const { mqttPort } = (await (
    await request.get(`${base}/${content[0]!.id}/credential`, asCaller(session))
  ).json()) as { mqttPort: number }
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: key,
    password: secret,
    reconnectPeriod: 0,
  })
  for (const one of past)
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(one), { qos: 1 })
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ values }), { qos: 1 })
  return () => device.endAsync()
}

/** Everything that a page must not do while it is looked at. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || /Warning:|missingKey/.test(message.text()))
      faults.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400)
      faults.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  return faults
}
/** How far the page itself can be scrolled sideways. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** A verb of a row: the one that stands there, or one that waits behind its button. */
export async function fromMenu(row: Locator, action: string): Promise<void> {
  const more = row.getByRole('button', { name: /^更多操作/ })
  const own = row.getByRole('button', { name: action, exact: true })
  await own.or(more).first().waitFor()
  if (await own.isVisible()) return own.click()
  await more.click()
  await row.page().getByRole('menuitem', { name: action, exact: true }).click()
}

/** Pixels between what is said under the last field of a dialog and its buttons. */
export const roomOverButtons = (dialog: Locator): Promise<number> =>
  dialog.evaluate((node) => {
    const said = [...node.querySelectorAll('.ant-form-item-explain')].at(-1)!
    const button = node.querySelector('.ant-modal-footer button')!
    return button.getBoundingClientRect().top - said.getBoundingClientRect().bottom
  })
