import { expect, test } from 'playwright/test'
import { findings } from './axe.ts'
import { enter, overflow, watchFaults } from './console.ts'
import { connectAsShown, report } from './devices.ts'

test('a device is made, signs in, and its first message lights up', async ({ page, request }) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin')
  await page.goto('/system/deviceManager')
  // The filters have measured themselves: nothing moves any more.
  await expect(page.getByRole('button', { name: '展开' })).toBeVisible()
  await page.getByRole('link', { name: '备用墒情探头' }).click()
  await expect(page.getByRole('heading', { level: 2, name: '备用墒情探头' })).toBeVisible()
  await expect(page.locator('.device-head').getByText('从未上报')).toBeVisible()
  await page.getByRole('button', { name: '生成凭证' }).click()
  await expect(page.getByText('等待第一条消息')).toBeVisible()
  const device = await connectAsShown(page, {
    will: { topic: 'v1/devices/me/status', payload: Buffer.from('offline'), qos: 1, retain: false },
  })
  const now = Date.now()
  await report(
    device,
    Array.from({ length: 100 }, (_, i) => ({
      ts: now - i * 300_000,
      values: { 'humidity.1': 20 + (i % 7), 'humidity.2': 25, 'temperature.0': 11 },
    })),
  )
  await expect(page.getByText('已收到消息')).toBeVisible()
  await expect(page.getByRole('row', { name: /10 厘米/ })).toContainText('20.0 %')
  await expect(page.locator('.device-head')).toContainText('在线')
  // What is wrong with a message is said beside it; the value moves without a reload.
  await report(device, { ts: now + 1000, values: { 'humidity.1': 33.3, 'humidity.2': 400 } })
  await expect(page.getByRole('row', { name: /10 厘米/ })).toContainText('33.3 %')
  await expect(page.getByText('超出量程 (humidity.2)')).toBeVisible()

  await page.getByText('按数据项', { exact: true }).click()
  await expect(page.locator('.device-chart canvas').first()).toBeVisible()
  await expect(page.locator('.device-extremes')).toContainText('最低 20.0 %，最高 33.3 %')
  expect(await findings(page, '.device-data')).toEqual([])

  device.stream.destroy()
  await expect(page.locator('.device-head')).toContainText('离线')
  await expect(page.getByText('设备断开连接')).toBeVisible()
  await page.getByRole('button', { name: '吊销凭证' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '吊销凭证' }).click()
  await expect(page.getByText('设备还没有凭证')).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await overflow(page)]).toEqual([width, 0])
  }
  expect(faults).toEqual([])
})

test('a device that never reported says so, and one that is not there is not', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  await enter(page, request, 'admin', { language: 'en-US' })
  await page.goto('/system/deviceManager/data/1')
  await expect(page.locator('.device-head').getByText('Never reported')).toBeVisible()
  await expect(page.getByText('Waiting for the first message')).toBeVisible()
  await page.goto('/system/deviceManager/data/999999')
  await expect(page.locator('.device-data')).toHaveCount(0)
  expect(faults.filter((fault) => !/404|console/.test(fault))).toEqual([])
})
