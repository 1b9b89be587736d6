import { expect, test, type Page } from 'playwright/test'
import { asCaller, enter, type Session } from './console.ts'

const post = async <T>(page: Page, session: Session, path: string, data: unknown): Promise<T> => {
  const answer = await page.request.post(`/wfpf/v1/${session.tenantId}/${path}`, {
    ...asCaller(session),
    data,
  })
  expect([path, answer.status()]).toEqual([path, 200])
  return (await answer.json()) as T
}
const first = async (page: Page, session: Session, path: string): Promise<{ id: number }> =>
  (
    (await (
      await page.request.get(`/wfpf/v1/${session.tenantId}/${path}`, asCaller(session))
    ).json()) as { content: { id: number }[] }
  ).content[0]!
interface Ground {
  store: { id: number; name: string }
  sku: { id: number }
}
/** A warehouse and a product kept by lot of this test's own. */
const ground = async (page: Page, session: Session, mark: string): Promise<Ground> => {
  const unit = await first(page, session, 'unit?page=1&size=1')
  const store = await post<Ground['store']>(page, session, 'warehouse', {
    name: `${mark}仓`,
    code: mark,
  })
  const product = await post<{ id: number }>(page, session, 'product', {
    name: `${mark}货`,
    code: mark,
    type: 'fertilizer',
    unitId: unit.id,
    lotFlag: 1,
    enabledFlag: 1,
  })
  return {
    store,
    sku: await first(page, session, `product/sku?page=1&size=1&productId=${product.id}`),
  }
}
const receive = async (
  page: Page,
  session: Session,
  { store, sku }: Ground,
  quantity: number,
  lot: string,
) =>
  post<{ id: number; code: string }>(page, session, 'warehousing', {
    occurredOn: '2026-01-05',
    warehouseId: store.id,
    purpose: 'purchase',
    goods: [{ skuId: sku.id, quantity, price: 2, lot }],
  })

test('the list of stock begins with what lies there, adds all of it up, and shows the rest when asked', async ({
  page,
  request,
}, info) => {
  await enter(page, request, 'admin')
  await page.goto('/inventory/prment/stock')
  const chips = page.getByRole('list', { name: '当前查询条件' })
  await expect(chips.locator('.kit-chip')).toHaveText(['有库存或在途 是'])
  await expect(page).toHaveURL(/\/stock$/)
  const totals = page.locator('.kit-list-foot')
  await expect(totals).toContainText('库存价值')
  const all = Number(/全部 (\d+) 项合计/.exec(await totals.innerText())![1])
  // More than a page: the sum is not that of the rows in sight.
  expect(all).toBeGreaterThan(10)
  await expect(page.getByText(`共 ${all} 条`)).toBeVisible()
  await page.screenshot({ path: info.outputPath('stock.png'), fullPage: true })
  await chips.getByRole('button', { name: '去掉条件“有库存或在途”' }).click()
  await expect(page).toHaveURL(/filter=none/)
  await expect(chips).toHaveCount(0)
  await page.reload()
  await expect(totals).toContainText('合计')
  await expect(chips).toHaveCount(0)
  // A link that asks for something is answered with all of it.
  await page.goto('/inventory/prment/stock?type=fertilizer')
  await expect(chips.locator('.kit-chip')).toHaveCount(1)
})

for (const [language, labels] of [
  ['zh-CN', { day: '有效期至 1', pick: '商品明细', lot: '批次 1', year: '2031年' }],
  ['en-US', { day: 'Expires on 1', pick: 'Items', lot: 'Lot 1', year: '2031' }],
] as const)
  test(`the last day of a lot is chosen in the calendar of the house, by keys and on a phone (${language})`, async ({
    page,
    request,
  }, info) => {
    const session = await enter(page, request, 'admin', { language })
    await ground(page, session, `DAY-${language}`)
    await page.goto('/inventory/prment/warehousing/add')
    const finder = page.getByRole('combobox', { name: labels.pick })
    await finder.fill(`DAY-${language}`)
    await finder.press('Enter')
    const lot = page.getByLabel(labels.lot, { exact: true })
    await lot.fill('L1')
    await lot.press('Enter')
    const day = page.getByRole('textbox', { name: labels.day, exact: true })
    await expect(day).toBeFocused()
    await expect(page.locator('.goods .ant-picker')).toBeVisible()
    await page.keyboard.type('2031-06-30')
    await page.keyboard.press('Enter')
    // Enter goes on to the next cell, and what was typed stays.
    await expect(day).not.toBeFocused()
    await expect(day).toHaveValue('2031-06-30')
    await page.setViewportSize({ width: 375, height: 740 })
    await day.click()
    const panel = page.locator('.ant-picker-dropdown:visible')
    await expect(panel).toContainText(labels.year)
    await page.screenshot({ path: info.outputPath('day.png'), animations: 'disabled' })
    const box = (await panel.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(375)
    await panel.locator('td[title="2031-06-15"]').click()
    await expect(day).toHaveValue('2031-06-15')
  })

test('chosen documents are handed in and printed together, each with its outcome', async ({
  page,
  request,
}, info) => {
  const session = await enter(page, request, 'admin')
  const own = await ground(page, session, 'MANY')
  const good = await receive(page, session, own, 5, 'A')
  const posted = await receive(page, session, own, 7, 'B')
  await post(page, session, `warehousing/${posted.id}/submit`, {})
  const others = []
  for (const lot of ['C', 'D', 'E', 'F']) others.push(await receive(page, session, own, 1, lot))
  await page.goto(`/inventory/prment/warehousing?warehouseId=${own.store.id}`)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  const bar = page.getByRole('region', { name: '批量操作' })
  await bar.getByRole('button', { name: '提交 5 条' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('可提交 5 张，当前不能提交 1 张')
  const row = (code: string) => dialog.getByRole('listitem').filter({ hasText: code })
  await expect(row(posted.code)).toContainText('“已通过”状态下不能进行此操作')
  const looks: string[] = []
  page.on('request', (asked) => {
    if (/\/warehousing\?/.test(asked.url())) looks.push(asked.url())
  })
  await dialog.getByRole('button', { name: /提\s*交/ }).click()
  for (const { code } of [good, ...others]) await expect(row(code)).toContainText('已通过')
  await expect(dialog).toContainText('通过 5 张，进入审批 0 张，未提交 1 张')
  // The list behind looks again when all are over, and for what it hears once a second at most.
  await expect.poll(() => looks.length).toBeGreaterThan(0)
  expect(looks.length).toBeLessThanOrEqual(4)
  await page.screenshot({ path: info.outputPath('submit-many.png') })
  await dialog
    .getByRole('button', { name: /关\s*闭/ })
    .last()
    .click()
  await expect(dialog).toHaveCount(0)

  await page.evaluate(() => {
    window.print = () => void document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await bar.getByRole('button', { name: /^打\s*印$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /打\s*印/ })
    .click()
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  const sheets = page.locator('.print-sheet .print-one')
  await expect(sheets).toHaveCount(6)
  for (const { code } of [good, posted])
    await expect(page.locator('.print-sheet')).toContainText(code)
  expect(
    await sheets.evaluateAll((all) => all.map((one) => getComputedStyle(one).breakBefore)),
  ).toEqual(['auto', 'page', 'page', 'page', 'page', 'page'])
  await page.pdf({ path: info.outputPath('many.pdf'), format: 'A4' }).catch(() => undefined)
})
