import { expect, test } from 'playwright/test'
import { asCaller, enter, overflow, watchFaults } from './console.ts'

test('a channel is worked out of others: written, tried, refused where it is none, saved and shown with its device', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/web/equipment/calculation')
  await expect(
    page
      .getByRole('link', { name: '石碁饱和水汽压差' })
      .or(page.getByText('石碁饱和水汽压差'))
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: /新\s*增/ }).click()
  // The list has a field of the same name, until the form is there.
  const formula = page.getByRole('textbox', { name: '公式' })
  await expect(formula).toBeVisible()
  await page.getByRole('textbox', { name: '名称' }).first().fill('石碁体感差')
  await page.getByRole('combobox', { name: '所属设备' }).fill('石碁气象站')
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item', { hasText: '石碁气象站' })
    .click()
  await page.getByRole('combobox', { name: '物理量' }).click()
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item', { hasText: '温度' })
    .first()
    .click()
  await page.getByRole('combobox', { name: '计算间隔' }).click()
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item', { hasText: '10 分钟' })
    .click()
  await page.locator('button', { hasText: '添加输入' }).click()
  const input = page.locator('.calculation-input')
  await input.getByRole('combobox', { name: '设备', exact: true }).fill('石碁气象站')
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item', { hasText: '石碁气象站' })
    .click()
  await input.getByRole('combobox', { name: '读数' }).click()
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item', { hasText: '空气温度' })
    .first()
    .click()
  await formula.fill('a +')
  await expect(page.getByText('公式不完整')).toBeVisible()
  await formula.fill('a + 2')
  await page.getByRole('button', { name: '用当前值试算' }).click()
  await expect(page.locator('.calculation-try [role=status]')).toContainText('a =')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page
    .getByRole('button', { name: /保\s*存/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/web\/equipment\/calculation(\?|$)/)
  await expect(page.getByText('石碁体感差').first()).toBeVisible()
  expect(faults).toEqual([])
})

for (const [language, width] of [
  ['zh-CN', 1440],
  ['en-US', 375],
] as const) {
  test(`calculated values, IoT cards and what LoRaWAN hears fit ${width} px in ${language}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const session = await enter(page, request, 'admin', { language })
    const { content } = (await (
      await request.get(`/wfpe/v1/${session.tenantId}/device?size=0`, asCaller(session))
    ).json()) as { content: { id: number; deviceType: string; name: string }[] }
    const { content: cards } = (await (
      await request.get(`/wfpe/v1/${session.tenantId}/sim?size=1`, asCaller(session))
    ).json()) as { content: { id: number }[] }
    const idOf = (type: string) => content.find(({ deviceType }) => deviceType === type)!.id
    const { content: calculations } = (await (
      await request.get(`/wfpe/v1/${session.tenantId}/calculation?size=1`, asCaller(session))
    ).json()) as { content: { id: number }[] }
    const places = {
      calculations: '/web/equipment/calculation',
      edit: `/web/equipment/calculation/edit/${calculations[0]!.id}`,
      cards: '/system/sim-manage',
      card: `/system/sim-manage/info/${cards[0]!.id}`,
      platforms: '/system/sim-platform',
      node: `/system/deviceManager/data/${idOf('lorawan_node')}`,
      gateway: `/system/deviceManager/data/${idOf('lorawan_gateway')}`,
    }
    for (const [name, path] of Object.entries(places)) {
      await page.goto(path)
      await expect(page.locator('main section').first()).toBeVisible()
      await expect(page.locator('.ant-skeleton')).toHaveCount(0)
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${name}-${language}-${width}.png`,
          fullPage: true,
        })
      // What slides in stands over the edge on its way.
      await expect.poll(() => overflow(page), name).toBeLessThanOrEqual(0)
    }
  })
}
