import { expect, test } from 'playwright/test'
import { enter, overflow, watchFaults } from './console.ts'

test('the base that one works in narrows what stands on bases, and is taken away as any condition', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/equipment/weatherStations')
  const rows = page.locator('tbody tr.ant-table-row')
  await expect(rows.filter({ hasText: '石碁气象站' })).toHaveCount(1)
  await expect(rows.filter({ hasText: '沙湾气象站' })).toHaveCount(1)

  await page.getByRole('button', { name: '当前基地：全部基地' }).click()
  await page.getByRole('button', { name: '沙湾水稻基地', exact: true }).click()
  await expect(rows.filter({ hasText: '石碁气象站' })).toHaveCount(0)
  await expect(rows.filter({ hasText: '沙湾气象站' })).toHaveCount(1)
  const chips = page.getByRole('list', { name: '当前查询条件' })
  await expect(chips.locator('.kit-chip')).toHaveText(['所属基地 沙湾水稻基地'])

  // Another list, and a new record, begin there; a rule may be for all bases, and is not left out.
  await page.goto('/web/farm/land')
  await expect(page.getByText('共 12 条')).toBeVisible()
  await page.goto('/web/report/equipmentLog/onlineLog')
  await expect(chips.locator('.kit-chip')).toHaveText(['所属基地 沙湾水稻基地'])
  await page.goto('/web/equipment/weatherStations?open=create')
  const form = page.getByRole('dialog')
  await expect(form.getByText('沙湾水稻基地')).toBeVisible()
  await page.goto('/web/equipment/warning-manage')
  await expect(rows.filter({ hasText: '气象站没有数据' })).toHaveCount(1)
  await expect(chips.locator('.kit-chip')).toHaveCount(0)

  await page.goto('/web/equipment/weatherStations')
  await chips.getByRole('button', { name: '去掉条件“所属基地”' }).click()
  await expect(rows.filter({ hasText: '石碁气象站' })).toHaveCount(1)
  await page.getByRole('button', { name: '当前基地：沙湾水稻基地' }).click()
  await page.getByRole('button', { name: '全部基地', exact: true }).click()
  await page.goto('/web/farm/land')
  await expect(page.getByText('共 25 条')).toBeVisible()
  expect(faults).toEqual([])
})

for (const width of [1440, 375])
  test(`home says what wants somebody in the field, ${width} px`, async ({
    page,
    request,
  }, info) => {
    await enter(page, request, 'admin')
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: '未恢复的告警' })).toBeVisible()
    await expect(page.getByText(/在线 \d+ \/ \d+ 台/)).toBeVisible()
    await page.screenshot({ path: info.outputPath('home.png'), fullPage: true })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
