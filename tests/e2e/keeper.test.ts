import { expect, test, type Page } from 'playwright/test'
import { defaultTheme } from '#contract/account/tenant.ts'
import { asCaller, enter, type Session } from './console.ts'

const pick = async (page: Page, label: string, option: string) => {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByTitle(option, { exact: true }).last().click()
}
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

test('a base manager writes a purchase request with what the role gives, and no more is offered', async ({
  page,
  request,
}) => {
  await enter(page, request, 'huangmei')
  await page.goto('/inventory/prment/aplionform/add')
  await pick(page, '仓库', '工具房')
  await page.getByLabel('往来单位', { exact: true }).click()
  await expect(
    page.locator('.ant-select-dropdown:visible .ant-select-item-option').first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  const finder = page.getByRole('combobox', { name: '商品明细' })
  await finder.fill('I-GLQ')
  await finder.press('Enter')
  await page.getByRole('textbox', { name: '数量 1', exact: true }).fill('2')
  // Enter in a field above the goods goes on, and saves nothing.
  await page.getByLabel('备注', { exact: true }).last().fill('试写')
  const day = page.getByRole('textbox', { name: '业务日期' })
  await day.focus()
  await day.press('Enter')
  await expect(page).toHaveURL(/aplionform\/add$/)
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await expect(page).toHaveURL(/aplionform\/info\/\d+$/)
  await expect(page.getByRole('button', { name: '转入库单' })).toHaveCount(0)
})

test('what came back is handed in again from the form, also while its page stands in a tab', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const [store, item] = [
    await post<{ id: number }>(page, session, 'warehouse', { name: '再交试仓', code: 'AGAIN' }),
    await first(page, session, 'product/sku?page=1&size=1&enabledFlag=1&lotFlag=0'),
  ]
  const made = await post<{ id: number; code: string }>(page, session, 'warehousing', {
    occurredOn: '2026-01-05',
    warehouseId: store.id,
    purpose: 'purchase',
    goods: [{ skuId: item.id, quantity: 1 }],
  })
  await page.goto(`/inventory/prment/warehousing/info/${made.id}`)
  await page.getByRole('button', { name: /^编\s*辑$/ }).click()
  await page.getByRole('textbox', { name: '数量 1', exact: true }).fill('3')
  await page.getByRole('button', { name: '保存并提交' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await expect(page.getByText('已通过').first()).toBeVisible()
})

test('lots are offered by their last day, and one past it is used only after a yes', async ({
  page,
  request,
}, info) => {
  const session = await enter(page, request, 'admin')
  const unit = await first(page, session, 'unit?page=1&size=1')
  const store = await post<{ id: number; name: string }>(page, session, 'warehouse', {
    name: '批次试仓',
    code: 'LOTS',
  })
  const product = await post<{ id: number }>(page, session, 'product', {
    name: '试批次药',
    code: 'LOT-1',
    type: 'pesticide',
    unitId: unit.id,
    lotFlag: 1,
    enabledFlag: 1,
    agriculturalFlag: 1,
  })
  const sku = await first(page, session, `product/sku?page=1&size=1&productId=${product.id}`)
  for (const [lot, expiresOn, quantity] of [
    ['LATE', '2030-05-01', 5],
    ['SOON', '2029-05-01', 4],
    ['GONE', '2020-05-01', 3],
  ] as const) {
    const paper = await post<{ id: number }>(page, session, 'warehousing', {
      occurredOn: '2026-01-05',
      warehouseId: store.id,
      purpose: 'purchase',
      goods: [{ skuId: sku.id, lot, expiresOn, quantity, price: 2 }],
    })
    await post(page, session, `warehousing/${paper.id}/submit`, { accepted: ['expired'] })
  }
  await page.goto('/inventory/prment/shipment/add')
  await pick(page, '用途', '领用')
  await pick(page, '仓库', '批次试仓')
  const finder = page.getByRole('combobox', { name: '商品明细' })
  // Words finished before their list has come name the one item that they mean.
  await page.route('**/product/sku?*', async (route) => {
    await new Promise((done) => setTimeout(done, 800))
    await route.continue()
  })
  await finder.pressSequentially('试批次', { delay: 5 })
  await finder.press('Enter')
  const lot = (at: number) => page.getByRole('combobox', { name: `批次 ${at}`, exact: true })
  await expect(lot(1)).toHaveValue('SOON')
  await page.getByRole('textbox', { name: '数量 1', exact: true }).fill('2')
  await page.getByRole('button', { name: '拆分批次 1' }).click()
  await lot(2).fill('GONE')
  await page.getByRole('textbox', { name: '数量 2', exact: true }).fill('1')
  await page.screenshot({ path: info.outputPath('lots.png') })
  await page.getByRole('button', { name: '保存并提交' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /提\s*交/ }).click()
  await expect(dialog.getByText('试批次药 · GONE，有效期至 2020-05-01')).toBeVisible()
  await page.screenshot({ path: info.outputPath('expired.png') })
  await dialog.getByRole('button', { name: '确认无误，继续提交' }).click()
  await expect(page.getByText('已通过').first()).toBeVisible()
  await expect(page.getByTitle('含已过期货品')).toBeVisible()
  // The life of a lot, from the stock that it lies in.
  await page.goto(`/inventory/prment/stock?warehouseId=${store.id}`)
  await page.getByRole('link', { name: 'SOON' }).click()
  await expect(page).toHaveURL(/\/inventory\/prment\/lot\/info\/\d+/)
  await expect(page.getByRole('heading', { name: '试批次药 · SOON' })).toBeVisible()
  await expect(page.getByRole('list', { name: '所在仓库' }).getByText('批次试仓')).toBeVisible()
  await page.screenshot({ path: info.outputPath('lot.png'), fullPage: true })
})

test('paper is black on white under the dark theme too', async ({ page, request }, info) => {
  const session = await enter(page, request, 'admin')
  const show = (appearance: string) =>
    page.request.post(`/wfpf/v1/${session.tenantId}/menu-theme`, {
      ...asCaller(session),
      data: { theme: JSON.stringify({ ...defaultTheme, appearance }) },
    })
  await show('dark')
  const paper = await first(page, session, 'warehousing?page=1&size=1')
  await page.goto(`/inventory/prment/warehousing/info/${paper.id}`)
  await expect(page.locator('html')).toHaveAttribute('data-appearance', 'dark')
  await show(defaultTheme.appearance)
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.getByRole('button', { name: /打\s*印/ }).hover()
  await page.getByRole('menuitem').first().click()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.print-sheet')
  await expect(sheet).toBeVisible()
  const dark = await sheet.evaluate((root) =>
    [...root.querySelectorAll('th, td, small, dt, dd, path, .status-tag')]
      .map((one) => ({
        text: one.textContent?.slice(0, 20),
        colour:
          one.tagName === 'path' ? (one.getAttribute('fill') ?? '') : getComputedStyle(one).color,
      }))
      .filter(({ colour }) => {
        const [r = 0, g = 0, b = 0] = (/\d+, \d+, \d+/.exec(colour)?.[0] ?? '0, 0, 0')
          .split(', ')
          .map(Number)
        return r + g + b > 450
      }),
  )
  expect(dark).toEqual([])
  await page.screenshot({ path: info.outputPath('paper.png'), fullPage: true })
})
