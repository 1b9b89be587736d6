import mqtt from 'mqtt'
import {
  expect,
  type APIRequestContext,
  type Browser,
  type Locator,
  type Page,
} from 'playwright/test'
import { screens } from '#contract/domains.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { enter, watchFaults } from './console.ts'
import { get, post, put, type Farm, type Page1 } from './role-farms.ts'

// Pages are known by their screen: the longest address that theirs begins with.
const screenOf = (path: string) =>
  screens
    .filter(({ route }) => path === route || path.startsWith(`${route}/`))
    .sort((a, b) => b.route.length - a.route.length)[0]
const codesOf = (permission: string | readonly string[] | null | undefined) =>
  [permission ?? []].flat()
const forbidden = /您没有权限|没有权限访问|选项加载失败/
const money = /单价|金额|成本|货值|均价|[¥￥]/

/** Somebody at work, and everything that must not happen to them. */
export class Person {
  readonly page: Page
  readonly faults: string[]
  readonly #granted: ReadonlySet<string>
  private constructor(page: Page, granted: ReadonlySet<string>) {
    this.page = page
    this.faults = watchFaults(page)
    this.#granted = granted
  }
  static async arrives(
    browser: Browser,
    request: APIRequestContext,
    loginName: string,
    secret?: string,
  ): Promise<Person> {
    const page = await browser.newPage()
    const session = await enter(page, request, loginName, secret ? { password: secret } : {})
    const codes = [...new Set([costCode, ...screens.flatMap((one) => codesOf(one.permission))])]
    const granted = new Set<string>()
    for (let at = 0; at < codes.length; at += 300)
      for (const one of await post<{ code: string; approve: boolean }[]>(
        request,
        session,
        '/iam/stong/v1/menus/check-resources',
        codes.slice(at, at + 300),
      ))
        if (one.approve) granted.add(one.code)
    return new Person(page, granted)
  }
  /** To a page of theirs: it opens, leads nowhere that is shut, and tells no price that is hidden. */
  async goes(path: string): Promise<void> {
    await this.page.goto(path)
    await this.looks()
  }
  async looks(): Promise<void> {
    const { page } = this
    const main = page.locator('main').first()
    await expect(main).toBeVisible()
    // A tab that was left before its rows had come goes on when it is opened again.
    await expect(
      page.locator('.boot:visible, .kit-skeleton:visible, [aria-busy="true"]:visible'),
    ).toHaveCount(0, { timeout: 45_000 })
    const here = new URL(page.url()).pathname
    const hidden = !this.#granted.has(costCode) && /^\/inventory|agricultural/.test(here)
    const saysWrong = async () => {
      const text = await main.innerText()
      const wrong = forbidden.exec(text) ?? (hidden ? money.exec(text) : null)
      return wrong && `${here}: ${text.slice(Math.max(0, wrong.index - 30), wrong.index + 30)}`
    }
    // What is theirs to see is asked while the page already stands.
    const wrong = await expect
      .poll(saysWrong, { timeout: 5000 })
      .toBeNull()
      .then(() => null, saysWrong)
    if (wrong) this.faults.push(wrong)
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')!.split(/[?#]/)[0]!))
    for (const link of new Set(links)) {
      const permission = codesOf(screenOf(link)?.permission)
      if (permission.length > 0 && !permission.some((code) => this.#granted.has(code)))
        this.faults.push(`${here}: leads to ${link}`)
    }
  }
  async choose(form: Locator | Page, label: string, option: string, isSearched = false) {
    await form.getByLabel(label, { exact: true }).click()
    if (isSearched) await this.page.keyboard.type(option)
    const list = this.page.locator('.ant-select-dropdown:visible')
    // What was searched may say more beside its name: who is free, which is out of use.
    await (
      isSearched
        ? list.locator('.ant-select-item-option', { hasText: option }).first()
        : list.getByText(option, { exact: true }).last()
    ).click()
    await expect(list).toHaveCount(0)
  }
  /** The record of the first row. */
  async opensFirst(): Promise<void> {
    await this.page.locator('main tbody th').getByRole('button').first().click()
    await expect(this.page).toHaveURL(/info\/\d+/)
    await this.looks()
  }
  button(name: string, where: Locator | Page = this.page): Locator {
    // Two characters are set apart.
    return where.getByRole('button', { name: new RegExp(`^${[...name].join('\\s*')}$`) })
  }
  /** Nothing that has to be filled is shut: a form that its own user cannot fill is no form. */
  async canFill(form: Locator): Promise<void> {
    await expect(
      form.locator('.ant-form-item:has(.ant-form-item-required) .ant-select-disabled'),
    ).toHaveCount(0)
  }
  /** The day is over, and nothing was in the way. */
  async leaves(): Promise<void> {
    await this.page.close()
    expect(this.faults).toEqual([])
  }
}

/** A valve that does what it is told, and says so. Answers how to end it. */
export async function obeys(
  request: APIRequestContext,
  { admin }: Farm,
  name: string,
): Promise<() => Promise<void>> {
  const base = '/wfpe/v1/{tenant}/device'
  const { content } = await get<Page1<{ id: number }>>(
    request,
    admin,
    `${base}?name=${encodeURIComponent(name)}`,
  )
  const at = `${base}/${content[0]!.id}/credential`
  const { key, secret: own } = await put<{ key: string; secret: string }>(request, admin, at)
  const { mqttPort } = await get<{ mqttPort: number }>(request, admin, at)
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: key,
    password: own,
    reconnectPeriod: 0,
  })
  const says = (open: number) =>
    device.publishAsync(
      'v1/devices/me/telemetry',
      JSON.stringify({ values: { open, opening: open * 100 } }),
      { qos: 1 },
    )
  device.on('message', (_topic, payload) => {
    const { value } = JSON.parse(payload.toString()) as { value: number }
    void says(value)
  })
  await device.subscribeAsync('v1/devices/me/commands', { qos: 1 })
  await says(0)
  return () => device.endAsync()
}
