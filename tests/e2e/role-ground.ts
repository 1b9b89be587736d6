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
import { asCaller, enter, sealed, tokensOf, watchFaults, type Session } from './console.ts'

/** Where somebody works. */
export interface Farm {
  admin: Session
  base: string
  plot: string
  store: string
  /** Something that lies there, as a scanner reads it. */
  item: string
  /** Who is asked to do tasks. */
  hand: string
  password?: string
}
const call =
  (method: 'get' | 'post' | 'put') =>
  async <T>(
    request: APIRequestContext,
    session: Session,
    path: string,
    data?: unknown,
  ): Promise<T> => {
    const answer = await request[method](path.replace('{tenant}', String(session.tenantId)), {
      ...asCaller(session),
      ...(data === undefined ? {} : { data }),
    })
    expect([path, answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([path, 200, ''])
    return (await answer.json().catch(() => null)) as T
  }
export const [get, post, put] = [call('get'), call('post'), call('put')]
type Page1<T> = { content: T[] }

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
    await expect(page.locator('.boot, .kit-skeleton, [aria-busy="true"]')).toHaveCount(0)
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

/** The farm of the demo, as it stands. */
export async function demoFarm(request: APIRequestContext): Promise<Farm> {
  return {
    admin: await tokensOf(request, 'admin'),
    base: '石碁蔬菜基地',
    plot: '东一区',
    store: '工具房',
    item: 'I-GLQ',
    hand: '李大山',
  }
}

const secret = 'Spring2027a'
async function joins(request: APIRequestContext, code: string, loginName: string): Promise<void> {
  const answer = await request.post('/oauth/public/invitation/redeem', {
    data: { code, loginName, password: await sealed(request, secret) },
  })
  expect([loginName, answer.status()]).toEqual([loginName, 200])
}
/** A new tenant with the starter set and somebody in each of its roles; names end in `mark`. */
export async function newFarm(
  request: APIRequestContext,
  mark: string,
): Promise<{ farm: Farm; people: Readonly<Record<string, string>> }> {
  const operator = await tokensOf(request, 'operator')
  const { invitation } = await post<{ invitation: { code: string } }>(
    request,
    operator,
    '/iam/v1/platform/tenants',
    {
      tenantName: `起步农场${mark}`,
      realName: '起步人',
      phone: `137${mark.padStart(8, '0')}`,
      subModules: ['wfpf-farm', 'wfpf-inventory', 'wfpf-company'],
      loginName: `owner${mark}`,
    },
  )
  await joins(request, invitation.code, `owner${mark}`)
  const admin = await tokensOf(request, `owner${mark}`, secret)
  await post(request, admin, '/wfpf/v1/{tenant}/guide/starter', {
    language: 'zh-CN',
    parts: ['roles', 'units', 'taskTypes', 'crops'],
  })
  const base = await post<{ id: number; areaId: number }>(
    request,
    admin,
    '/wfpf/v1/{tenant}/area',
    {
      areaName: '起步基地',
      organizationType: 'area',
      latlng: '22.9612,113.3421',
    },
  )
  await post(request, admin, '/wfpf/v1/{tenant}/land', {
    landName: '起步地块',
    areaId: base.areaId ?? base.id,
  })
  const roles = await get<Page1<{ id: number; code: string }>>(
    request,
    admin,
    '/iam/v1/{tenant}/roles?size=0',
  )
  const people: Record<string, string> = {}
  for (const code of ['base-manager', 'storekeeper', 'purchaser', 'engineer', 'worker']) {
    const loginName = `${code.slice(0, 4)}${mark}`
    const made = await post<{ id: number }>(request, admin, '/iam/v1/{tenant}/users', {
      loginName,
      realName: code,
      roleIds: [roles.content.find((one) => one.code === code)!.id],
    })
    const issued = await post<{ code: string }>(
      request,
      admin,
      `/iam/v1/{tenant}/users/${made.id}/reset-password`,
    )
    await joins(request, issued.code, loginName)
    people[code] = loginName
    if (code === 'worker')
      await post(request, admin, '/wfpf/v1/{tenant}/worker', {
        realName: '起步工人',
        kind: 'permanent',
        areaId: base.areaId ?? base.id,
        userId: made.id,
        enabledFlag: 1,
      })
  }
  const store = await post<{ id: number }>(request, admin, '/wfpf/v1/{tenant}/warehouse', {
    name: '起步仓',
    code: 'START',
    areaId: base.areaId ?? base.id,
  })
  const units = await get<Page1<{ id: number }>>(request, admin, '/wfpf/v1/{tenant}/unit?size=1')
  const goods = await post<{ id: number }>(request, admin, '/wfpf/v1/{tenant}/product', {
    name: '起步肥',
    code: 'START-F',
    type: 'fertilizer',
    unitId: units.content[0]!.id,
    enabledFlag: 1,
    purchaseFlag: 1,
    saleFlag: 1,
    consumableFlag: 1,
  })
  const skus = await get<Page1<{ id: number }>>(
    request,
    admin,
    `/wfpf/v1/{tenant}/product/sku?productId=${goods.id}`,
  )
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now())
  const paper = await post<{ id: number }>(request, admin, '/wfpf/v1/{tenant}/warehousing', {
    occurredOn: day,
    warehouseId: store.id,
    purpose: 'purchase',
    goods: [{ skuId: skus.content[0]!.id, quantity: 50, price: 3 }],
  })
  await post(request, admin, `/wfpf/v1/{tenant}/warehousing/${paper.id}/submit`, {})
  const farm = {
    admin,
    base: '起步基地',
    plot: '起步地块',
    store: '起步仓',
    item: 'START-F',
    hand: '起步工人',
    password: secret,
  }
  return { farm, people }
}
/** A task for today, of the farm's hand. */
export async function taskFor(
  request: APIRequestContext,
  { admin, hand, plot }: Farm,
  title: string,
): Promise<void> {
  const all = <T>(path: string) =>
    get<Page1<T>>(request, admin, `/wfpf/v1/{tenant}/${path}?size=0`).then(({ content }) => content)
  const lands = await all<{ id: number; areaId: number; landName: string }>('land')
  const workers = await all<{ id: number; realName: string }>('worker')
  const types = await all<{ id: number; code: string }>('task-type')
  const land = lands.find(({ landName }) => landName.includes(plot))!
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now())
  await post(request, admin, '/wfpf/v1/{tenant}/task', {
    title,
    taskTypeId: types.find(({ code }) => code === 'PATROL')!.id,
    areaId: land.areaId,
    landIds: [land.id],
    leaderId: workers.find(({ realName }) => realName === hand)!.id,
    startsOn: day,
    endsOn: day,
    plannedHours: 2,
  })
}
