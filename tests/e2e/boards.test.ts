import { expect, test } from 'playwright/test'
import { asCaller, enter, overflow, speaking, watchFaults } from './console.ts'

const named = '石碁灌溉看板'

test('a board is built of cards, moved by the keyboard, kept, and shown to each as far as they may see', async ({
  page,
  request,
  browser,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/equipment/board')
  await page.getByRole('link', { name: named }).click()
  const cards = page.locator('.board-card')
  await expect(cards.first().locator('.board-number')).toBeVisible()
  const many = await cards.count()
  expect(many).toBeGreaterThan(8)
  await page.getByRole('button', { name: '编辑看板' }).click()
  const first = await cards.first().getByRole('heading').textContent()
  // Moved and sized by keys alone, and taken back.
  await cards.first().locator('.board-grip').focus()
  await page.keyboard.press('ArrowRight')
  await expect(cards.nth(1).getByRole('heading')).toHaveText(first!)
  await expect(cards.nth(1).locator('.board-grip')).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(cards.nth(1)).toHaveCSS('grid-column-start', 'span 2')
  await page.keyboard.press('Delete')
  await expect(cards).toHaveCount(many - 1)
  await page.getByRole('button', { name: /撤\s*销/ }).click()
  await expect(cards).toHaveCount(many)
  await page.getByRole('button', { name: '添加卡片' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '设备' }).fill('沙湾气象站')
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item', { hasText: '沙湾气象站' })
    .click()
  await dialog.getByRole('combobox', { name: '数据项' }).click()
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item', { hasText: '空气湿度' })
    .first()
    .click()
  await dialog.getByRole('button', { name: '添加卡片' }).click()
  await expect(cards).toHaveCount(many + 1)
  await page
    .getByRole('button', { name: /^保\s*存$/ })
    .or(page.getByRole('button', { name: '保存', exact: true }))
    .click()
  await expect(page.getByText('看板已保存')).toBeVisible()
  await page.reload()
  await expect(cards).toHaveCount(many + 1)
  await expect(cards.nth(1).getByRole('heading')).toHaveText(first!)
  expect(faults).toEqual([])

  // Who has the valves alone sees those, reads what the others are, and has nothing to edit; on a
  // phone in one column.
  const phone = await browser.newPage({ viewport: { width: 375, height: 800 } })
  await enter(phone, request, 'heguoqiang')
  await phone.goto(page.url())
  await expect(phone.locator('.board-card').first().getByText('此设备未对您开放')).toBeVisible()
  await expect(
    phone.locator('.board-card[data-kind=switch]').first().locator('.control-tile').first(),
  ).toBeVisible()
  await expect(phone.getByRole('button', { name: '编辑看板' })).toHaveCount(0)
  expect(await overflow(phone)).toBe(0)
  await phone.close()
})

test('channels of two devices are drawn together, compared, and kept in the address', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  const session = await enter(page, request, 'admin')
  // Of its own: others' tests look at those of the demo as they are.
  const at = (path: string) => `/wfpe/v1/${session.tenantId}/${path}`
  const { content: areas } = (await (
    await request.get(`/wfpf/v2/${session.tenantId}/area`, asCaller(session))
  ).json()) as { content: { id: number }[] }
  const made: { id: number }[] = []
  for (const [name, metric] of [
    ['探索甲站', 'airTemperature'],
    ['探索乙站', 'airHumidity'],
  ] as const) {
    made.push(
      (await (
        await request.post(at('device'), {
          ...asCaller(session),
          data: {
            name,
            deviceType: 'gateway_weather',
            eui: `EX${Date.now()}${made.length}`,
            areaId: areas[0]!.id,
            enabledFlag: 1,
          },
        })
      ).json()) as { id: number },
    )
    const past = Array.from({ length: 12 }, (_, at) => ({
      ts: Date.now() - (12 - at) * 3_600_000,
      values: { [metric]: 40 + at + (at % 3) },
    }))
    await (
      await speaking(request, session, name, { [metric]: 55 }, past)
    )()
  }
  await page.goto('/web/equipment/explore')
  await expect(page.getByText('最多 12 项')).toBeVisible()
  for (const [device, channel] of [
    ['探索甲站', '空气温度'],
    ['探索乙站', '空气湿度'],
  ] as const) {
    await page.getByRole('combobox', { name: '设备' }).fill(device)
    await page.locator('.ant-select-dropdown:visible .ant-select-item', { hasText: device }).click()
    await page.getByRole('combobox', { name: '数据项' }).click()
    await page
      .locator('.ant-select-dropdown:visible .ant-select-item', { hasText: channel })
      .first()
      .click()
    await expect(page.locator('.explore-channels li', { hasText: device })).toBeVisible()
  }
  expect(new URL(page.url()).searchParams.get('c')?.split(',')).toHaveLength(2)
  await expect(page.locator('.device-chart canvas').first()).toBeVisible()
  await page.getByText('相关性', { exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'r = ' })).toContainText('个时段')
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'r = ' })).toBeVisible()
  for (const { id } of made) await request.delete(at(`device/${id}`), asCaller(session))
  expect(faults).toEqual([])
})
