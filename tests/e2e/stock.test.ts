import { expect, test, type Page } from 'playwright/test'
import { asCaller, enter, type Session } from './console.ts'

const pick = async (page: Page, label: string, option: string) => {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByTitle(option, { exact: true }).last().click()
}
/** What lies in a warehouse of an item, as the server says. */
async function lying(
  page: Page,
  session: Session,
  warehouse: string,
  code: string,
): Promise<number> {
  const answer = await page.request.get(
    `/wfpf/v1/${session.tenantId}/stock?size=0`,
    asCaller(session),
  )
  const { content } = (await answer.json()) as {
    content: { warehouseIdName: string; skuCode: string; quantity: number }[]
  }
  return content
    .filter((one) => one.warehouseIdName === warehouse && one.skuCode === code)
    .reduce((sum, one) => sum + one.quantity, 0)
}

test('goods come in by the keyboard, go out again, and come back from where they went', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const before = await lying(page, session, '工具房', 'I-GLQ')
  await page.goto('/inventory/prment/warehousing/add')
  await pick(page, '用途', '采购')
  await pick(page, '仓库', '工具房')
  // As a scanner does: the code and Enter, twice.
  const finder = page.getByRole('combobox', { name: '商品明细' })
  for (let i = 0; i < 2; i++) {
    await finder.fill('i-glq')
    await finder.press('Enter')
    await expect(page.getByRole('textbox', { name: '数量 1', exact: true })).toHaveValue(
      String(i + 1),
    )
  }
  await page.getByRole('textbox', { name: '数量 1', exact: true }).fill('１０')
  await page.getByRole('textbox', { name: '数量 1', exact: true }).press('Enter')
  await expect(page.getByRole('textbox', { name: '单价 1', exact: true })).toBeFocused()
  await page.keyboard.type('185.5')
  await expect(page.getByText('1 行，合计 1,855.00 元')).toBeVisible()
  await page.getByRole('button', { name: '保存并提交' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await expect(page.getByText('已通过').first()).toBeVisible()
  await expect.poll(() => lying(page, session, '工具房', 'I-GLQ')).toBe(before + 10)

  // More than there is: nothing moves, and every short line is named.
  await page.goto('/inventory/prment/shipment/add')
  await pick(page, '用途', '领用')
  await pick(page, '仓库', '沙湾粮仓')
  await finder.fill('I-GLQ')
  await finder.press('Enter')
  await page.getByRole('textbox', { name: '数量 1', exact: true }).fill('3')
  await page.getByRole('button', { name: '保存并提交' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await expect(page.getByRole('dialog').getByText('1 行库存不足')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '从工具房调入' }).click()
  await expect(page).toHaveURL(/transfer\/add$/)
  await expect(page.getByRole('textbox', { name: '数量 1', exact: true })).toHaveValue('3')
  await page.getByRole('button', { name: '保存并提交' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await page.getByRole('button', { name: '转出库单' }).click()
  await expect(page.getByText(/来自 DB\d+：已填入剩余数量/)).toBeVisible()
  await page.getByRole('button', { name: '保存并提交' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await expect(page.getByRole('list', { name: '关联单据' }).getByRole('listitem')).toHaveCount(2)
  await expect.poll(() => lying(page, session, '工具房', 'I-GLQ')).toBe(before + 7)
  await page.getByRole('button', { name: '转入库单' }).click()
  await page.getByRole('button', { name: '保存并提交' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await expect(page.getByRole('list', { name: '关联单据' }).getByRole('listitem')).toHaveCount(3)
  await expect.poll(() => lying(page, session, '沙湾粮仓', 'I-GLQ')).toBe(3)
})

test('a count goes on where the connection breaks, and is handed in when it is whole', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/inventory/prment/inventory_form/add')
  await pick(page, '仓库', '沙湾粮仓')
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByRole('button', { name: '开始盘点' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始盘点' }).click()
  const cells = page.locator('.count-lines input')
  await expect(cells.first()).toBeVisible()
  const lines = await cells.count()
  await page.context().setOffline(true)
  await cells.first().fill('1')
  await cells.first().press('Enter')
  await expect(page.getByText('网络中断：1 行已保存在本机，恢复后自动发送。')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('status').getByText(`已盘 1 / ${lines} 行`)).toBeVisible()
  await expect(page.locator('.count-lines li[data-state="waiting"]')).toHaveCount(0, {
    timeout: 15_000,
  })
  // Not all of it is counted: that is said, and nothing is posted.
  await page.getByRole('button', { name: /^提\s*交$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(String(lines - 1))
})
