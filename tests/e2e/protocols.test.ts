import { expect, test } from 'playwright/test'
import { enter } from './console.ts'

test('a device is given one of its type’s protocols, and keeps it', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto('/system/deviceManager')
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  const protocol = form.getByRole('combobox', { name: '通信协议' })
  await expect(protocol).toBeDisabled()
  const eui = `DIALECT-${Date.now()}`
  await form.getByLabel('设备名称').fill('透传变频器')
  await form.getByLabel('设备编号').fill(eui)
  await form.getByRole('combobox', { name: '设备类型' }).click()
  await page.getByTitle('变频器', { exact: true }).click()
  await form.getByRole('combobox', { name: '所属基地' }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('石碁蔬菜基地').click()
  await protocol.click({ force: true })
  await expect(page.getByTitle('要素列表')).toHaveCount(0)
  await page.getByTitle('Modbus 寄存器').click()
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toBeHidden()
  // From the form straight to where it is connected, which stands first.
  await expect(page).toHaveURL(/\/data\/\d+$/)
  await expect(page.locator('.device-data h3').first()).toHaveText('设备接入')
  await expect(page.getByRole('heading', { level: 2, name: '透传变频器' })).toBeVisible()
  // It has no register for a pressure, so none is offered.
  // The list behind the page, kept for its tab, has the same words.
  const control = page.getByRole('region', { name: '设备控制' })
  await expect(control.getByText('启停与转向')).toBeVisible()
  await expect(control.getByText('目标压力')).toHaveCount(0)
})

test('a codec is written from an example, tried with bytes and saved; at a phone’s width nothing overflows', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/web/equipment/payload-codec')
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称', { exact: true }).fill(`脚本${Date.now()}`)
  await form.getByRole('button', { name: '填入示例' }).click()
  await expect(form.getByLabel('脚本')).toHaveValue(/decodeUplink/)
  await form.getByLabel('载荷（十六进制）').fill('00 E1 41')
  await form.getByLabel('载荷（十六进制）').press('Enter')
  await expect(form.getByRole('region', { name: '结果' })).toContainText('"airTemperature": 22.5')
  await page.setViewportSize({ width: 375, height: 800 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(375)
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toBeHidden()
})
