import { expect, test, type Page } from 'playwright/test'
import { enter, overflow, watchFaults } from './console.ts'

const choose = async (page: Page, from: string, to: string) => {
  await page.getByRole('button', { name: `当前基地：${from}` }).click()
  await page.getByRole('dialog', { name: '选择基地' }).getByRole('button', { name: to }).click()
}

test('the base in the head narrows every list that stands on bases, and the address says it', async ({
  page,
  request,
  context,
}) => {
  // Seven pages one after the other.
  test.setTimeout(150_000)
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/equipment/weatherStations')
  const rows = page.locator('tbody tr.ant-table-row')
  await expect(rows.filter({ hasText: '石碁气象站' })).toHaveCount(1)
  await expect(rows.filter({ hasText: '沙湾气象站' })).toHaveCount(1)

  await choose(page, '全部基地', '沙湾水稻基地')
  await expect(rows.filter({ hasText: '石碁气象站' })).toHaveCount(0)
  await expect(rows.filter({ hasText: '沙湾气象站' })).toHaveCount(1)
  // It is no condition of the list: there is nothing to take away, and no field that asks for another.
  await expect(page.getByRole('list', { name: '当前查询条件' })).toHaveCount(0)
  await expect(page).toHaveURL(/\?base=2$/)

  await page.goto('/web/farm/land')
  await expect(page.getByText('共 12 条')).toBeVisible()
  await expect(page).toHaveURL(/\?base=2$/)
  await page.goto('/inventory/prment/stock')
  await expect(rows.filter({ hasText: '石碁' })).toHaveCount(0)
  await page.goto('/web/equipment/weatherStations?open=create')
  await expect(page.getByRole('dialog').getByText('沙湾水稻基地')).toBeVisible()
  // What is for all bases is for this one too.
  await page.goto('/web/equipment/warning-manage')
  await expect(rows.filter({ hasText: '气象站没有数据' })).toHaveCount(1)
  // What is the whole company's says so.
  await page.goto('/system/user-manage')
  await expect(rows.first()).toBeVisible()
  await expect(page).not.toHaveURL(/base=/)
  await page.getByRole('button', { name: '当前基地：沙湾水稻基地' }).click()
  await expect(page.getByText('本页内容属于全公司，不随基地变化。')).toBeVisible()
  await page.keyboard.press('Escape')

  // Whoever opens the link sees the same base, whatever they had chosen.
  const other = await context.newPage()
  await other.goto('/web/farm/land?base=1')
  await expect(other.getByText('共 13 条')).toBeVisible()
  await expect(other.getByRole('button', { name: '当前基地：石碁蔬菜基地' })).toBeVisible()
  await choose(other, '石碁蔬菜基地', '全部基地')
  await expect(other.getByText('共 25 条')).toBeVisible()
  await expect(other).not.toHaveURL(/base=/)
  await other.close()
  expect(faults).toEqual([])
})

test('a form that is being filled in loses nothing by another base', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto('/web/farm/land?open=create')
  const name = page.getByRole('dialog').getByLabel('地块名称')
  await name.fill('正在填写')
  await page.locator('.scope-button').waitFor({ state: 'attached' })
  await page.evaluate(() => {
    document.querySelector<HTMLButtonElement>('.scope-button')!.click()
  })
  await page.locator('.scope-popup li button').nth(2).waitFor({ state: 'attached' })
  await page.evaluate(() => {
    document.querySelectorAll<HTMLButtonElement>('.scope-popup li button')[2]!.click()
  })
  await expect(name).toHaveValue('正在填写')
})

test('what waits is settled from the first page', async ({ page, request }) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/')
  const waiting = page.getByRole('region', { name: '等您处理' })
  await expect(waiting.locator('.home-row').first()).toBeVisible()
  const kinds = waiting.getByRole('group', { name: '按类别查看' })
  await kinds.getByRole('button', { name: /^审批/ }).click()
  const before = await waiting.locator('.home-row').count()
  await waiting
    .getByRole('button', { name: /^驳回 / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('数量过多')
  await dialog.getByRole('button', { name: '驳回' }).click()
  await expect(dialog).toHaveCount(0)
  if (before > 1) await expect(waiting.locator('.home-row')).toHaveCount(before - 1)
  else await expect(kinds.getByRole('button', { name: /^审批/ })).toHaveCount(0)

  // A list that is led to has as many rows as it was said to have.
  await kinds.getByRole('button', { name: /^库存/ }).click()
  const more = waiting.getByRole('button', { name: /^还有/ })
  if (await more.isVisible()) await more.click()
  const link = waiting.getByRole('link', { name: /^已过期 \d+$/ })
  const count = Number((await link.textContent())!.match(/\d+$/)![0])
  await link.click()
  await expect(page.getByText(`共 ${count} 条`)).toBeVisible()

  await page.goto('/')
  await page.getByRole('region', { name: '公告' }).getByRole('button').first().click()
  await expect(page.getByRole('dialog').last()).toBeVisible()
  expect(faults).toEqual([])
})

for (const width of [1440, 375])
  test(`the first page is arranged by whoever looks, ${width} px`, async ({
    page,
    request,
  }, info) => {
    await enter(page, request, 'admin')
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const news = page.getByRole('region', { name: '公告' })
    await expect(news).toBeVisible()
    await page.screenshot({ path: info.outputPath('home.png'), fullPage: true })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: '调整首页' }).click()
    await page.getByRole('button', { name: '收起“公告”' }).click()
    await expect(news).toHaveCount(0)
    await page.getByRole('button', { name: '完成' }).click()
    await page.reload()
    await expect(page.getByRole('region', { name: '等您处理' })).toBeVisible()
    await expect(page.getByRole('region', { name: '快捷入口' })).toBeVisible()
    await expect(news).toHaveCount(0)
    await page.getByRole('button', { name: '调整首页' }).click()
    await page.getByRole('button', { name: '恢复默认' }).click()
    await expect(news).toBeVisible()
  })

test('what a base bears beside its batches is reached from the base and from home', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/farm/base')
  await page.getByRole('button', { name: '沙湾水稻基地' }).click()
  await page.getByRole('dialog').getByRole('link', { name: '没有批次的任务的费用' }).click()
  await expect(page).toHaveURL(/\/web\/farm\/base\/cost\?areaId=2/)
  const rows = page.locator('tbody tr.ant-table-row')
  await expect(rows.filter({ hasText: '水泵检修' }).first()).toBeVisible()
  await expect(rows.filter({ hasText: '石碁蔬菜基地' })).toHaveCount(0)
  const sum = await page.getByRole('row', { name: /合计/ }).innerText()
  expect(sum).toMatch(/[1-9]/)

  // Home says the year’s sum, and leads to the lines that it is made of.
  await page.goto('/web/farm/home')
  const card = page.locator('.home-unborne')
  await card.getByRole('link', { name: '沙湾水稻基地' }).click()
  await expect(page).toHaveURL(/\/cost\?areaId=2&occurredOn=\d{4}-01-01(~|%7E)\d{4}-12-31/)
  await expect(rows.filter({ hasText: '水泵检修' }).first()).toBeVisible()
  expect(faults).toEqual([])
})
