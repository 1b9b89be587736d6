import { expect, test, type APIRequestContext, type Page } from 'playwright/test'
import { asCaller, tokensOf } from './console.ts'
import { begin, card, phoneOf, takenAlong } from './field-ground.ts'
import { given } from './task-ground.ts'

interface Sheet {
  id: number
  code: string
  auditStatus: number
  goods: { id: number; booked: number; counted: number | null; countedBy: string | null }[]
}
const counting = '/inventory/prment/counting'
/** What the office does meanwhile. */
async function officeOf(request: APIRequestContext) {
  const session = await tokensOf(request, 'admin')
  const base = `/wfpf/v1/${session.tenantId}`
  const as = asCaller(session)
  const send = async <T>(path: string, data: object = {}, status = 200): Promise<T> => {
    const answer = await request.post(`${base}/${path}`, { ...as, data })
    expect(answer.status()).toBe(status)
    return (await answer.json()) as T
  }
  const read = async <T>(path: string): Promise<T> =>
    (await (await request.get(`${base}/${path}`, as)).json()) as T
  return { send, read }
}
const sign = (page: Page) => page.getByRole('button', { name: /没有发出，需要您处理/ }).first()
const enterCount = async (page: Page, at: number, figure: string) => {
  const cell = page.locator('.count-lines input').nth(at)
  await cell.fill(figure)
  await cell.press('Enter')
  await expect(page.locator('.count-lines li').nth(at)).toHaveAttribute('data-state', 'waiting')
}

test('stock is counted without a network, over a killed browser, and told once; what others did stands beside it', async ({
  request,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const office = await officeOf(request)
  const { content } = await office.read<{ content: { id: number; name: string }[] }>(
    'warehouse?size=0',
  )
  const { id, code } = await office.send<Sheet>('inventory-form', {
    warehouseId: content.find(({ name }) => name === '沙湾粮仓')!.id,
    occurredOn: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now()),
  })
  const sheet = () => office.read<Sheet>(`inventory-form/${id}`)
  const phone = phoneOf(request, baseURL!, 'wuzhiyuan')
  let page = await phone.open()
  await page.goto(counting)
  await expect(page.getByRole('link', { name: code })).toBeVisible()
  await takenAlong(page, 'counts')

  await phone.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/连不上网络，显示的是/)).toBeVisible()
  await page.getByRole('link', { name: code }).click()
  await page.getByRole('button', { name: '开始盘点' }).click()
  await enterCount(page, 0, '3')
  const countedAt = Date.now()
  await phone.kill()
  page = await phone.open('offline')
  await page.goto(`${counting}?id=${id}`)
  await expect(page.locator('.count-lines input').first()).toHaveValue('3')
  await expect(page.getByRole('button', { name: '没有网络，2 项等待发送' })).toBeVisible()
  expect((await sheet()).auditStatus).toBe(0)
  await phone.context().setOffline(false)
  await expect(page.getByRole('button', { name: /等待发送/ })).toHaveCount(0)
  const begun = await sheet()
  expect(begun).toMatchObject({ auditStatus: 5 })
  expect(begun.goods[0]).toMatchObject({ counted: 3, countedBy: '吴志远' })
  const kept = begun.goods[0] as unknown as { countedAt: string }
  expect(Math.abs(Date.parse(kept.countedAt) - countedAt)).toBeLessThan(20_000)
  // Drawn up, begun, counted: once each.
  expect(begun).toMatchObject({ objectVersionNumber: 3 })

  // The sheet was read again: what goes along from now on is the one that was begun.
  await expect(page.locator('.count-lines li').first()).toContainText('吴志远')
  await expect(page.locator('.count-lines li[data-state="waiting"]')).toHaveCount(0)
  await phone.context().setOffline(true)
  await enterCount(page, 1, '5')
  await office.send(`inventory-form/${id}/count`, {
    lines: [{ id: begun.goods[1]!.id, counted: 7 }],
  })
  await phone.context().setOffline(false)
  await sign(page).click()
  const drawer = page.getByRole('dialog', { name: '待发送' })
  const row = drawer.getByRole('row', { name: /实盘数量|实盘/ }).first()
  await expect(row).toContainText('5')
  await expect(row).toContainText('7')
  expect((await sheet()).goods[1]).toMatchObject({ counted: 7 })
  await drawer.getByRole('button', { name: '改为我盘的数' }).click()
  await expect(drawer).toContainText('没有等待发送的内容')
  expect((await sheet()).goods[1]).toMatchObject({ counted: 5, countedBy: '吴志远' })
  await drawer.getByRole('button', { name: /关\s*闭|Close/ }).click()

  await phone.context().setOffline(true)
  await enterCount(page, 0, '4')
  const left = (await sheet()).goods.filter(({ counted }) => counted === null)
  if (left.length > 0)
    await office.send(`inventory-form/${id}/count`, {
      lines: left.map((line) => ({ id: line.id, counted: line.booked })),
    })
  await office.send(`inventory-form/${id}/submit`)
  await phone.context().setOffline(false)
  await sign(page).click()
  await expect(drawer.getByRole('row').filter({ hasText: '盘点中' })).toBeVisible()
  await drawer.getByRole('button', { name: /^删除/ }).click()
  await page
    .getByRole('dialog', { name: '不再发送？' })
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  await expect(drawer).toContainText('没有等待发送的内容')
  expect((await sheet()).goods[0]).toMatchObject({ counted: 3 })
  // The store is left as it was found.
  await office.send(`inventory-form/${id}/void`, { voidReason: '演练' })
  await phone.kill()
  phone.throwAway()
})

test('a task is claimed without a network, and where somebody else was sooner both stand side by side', async ({
  request,
  baseURL,
}) => {
  const mark = Date.now() % 100_000
  const [mine, theirs] = [`无人认领 ${mark}`, `两人想要 ${mark}`]
  const ids = [
    await given(request, mine, { leaderId: null }),
    await given(request, theirs, { leaderId: null }),
  ]
  const office = await officeOf(request)
  const phone = phoneOf(request, baseURL!)
  const page = await phone.open()
  await page.goto('/web/farm/task?part=free&size=50')
  await expect(page.getByRole('link', { name: mine })).toBeVisible()
  await takenAlong(page)
  await phone.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/连不上网络，显示的是/)).toBeVisible()
  for (const title of [mine, theirs]) {
    await page.getByRole('button', { name: `领取 ${title}` }).click()
    await expect(card(page, title)).toHaveCount(0)
  }
  // It is one's own, and can be begun, before anybody else knows.
  await page.goto('/web/farm/task?part=today&size=50')
  await begin(page, mine)
  await expect(card(page, mine)).toContainText('等待发送')

  const { content } = await office.read<{ content: { id: number; realName: string }[] }>(
    'worker?size=0&enabledFlag=1',
  )
  const other = content.find(({ realName }) => realName !== '李大山')!
  await office.send(`task/${ids[1]}/assign`, { leaderId: other.id })
  await phone.context().setOffline(false)
  await sign(page).click()
  const drawer = page.getByRole('dialog', { name: '待发送' })
  const row = drawer.getByRole('row', { name: /负责人/ })
  await expect(row).toContainText('李大山')
  await expect(row).toContainText(other.realName)
  await expect(drawer.getByText(`领取：${mine}`)).toHaveCount(0)
  await drawer.getByRole('button', { name: `删除 领取：${theirs}` }).click()
  await page
    .getByRole('dialog', { name: '不再发送？' })
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  await expect(drawer).toContainText('没有等待发送的内容')
  expect(await office.read(`task/${ids[0]}`)).toMatchObject({
    state: 2,
    leaderIdName: '李大山',
  })
  expect(await office.read(`task/${ids[1]}`)).toMatchObject({ leaderIdName: other.realName })
  await phone.kill()
  phone.throwAway()
})
