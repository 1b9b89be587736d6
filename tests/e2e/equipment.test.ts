import mqtt from 'mqtt'
import { expect, test } from 'playwright/test'
import { findings } from './axe.ts'
import { asCaller, enter, overflow, speaking, tokensOf, watchFaults } from './console.ts'

test('a station’s data opens over its list, slide by slide, and by its address', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  const session = await enter(page, request, 'admin')
  await page.goto('/web/equipment/weatherStations')
  const row = page.getByRole('table').getByRole('row', { name: /沙湾气象站/ })
  await expect(row).toContainText('离线')
  const path = `/wfpe/v1/${session.tenantId}/device/${await row.getAttribute('data-row-key')}/credential`
  const { key, secret } = (await (await request.put(path, asCaller(session))).json()) as {
    key: string
    secret: string
  }
  const { mqttPort } = (await (await request.get(path, asCaller(session))).json()) as {
    mqttPort: number
  }
  // Its maker's cloud has words of its own for what it measures.
  const said = [
    ['空气温度', '21.4', '℃'],
    ['空气湿度', '60', '%RH'],
    ['风速', '2', 'm/s'],
    ['风向', '90', '°'],
    ['降雨量', '0', 'mm'],
    ['电池电压', '12.5', 'V'],
  ]
  const station = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: key,
    password: secret,
    reconnectPeriod: 0,
  })
  await station.publishAsync(
    'v1/devices/me/telemetry',
    JSON.stringify({ eleLists: said.map(([eName, eValue, eUnit]) => ({ eName, eValue, eUnit })) }),
    { qos: 1 },
  )
  // The list sees it come without being asked again.
  await expect(row).toContainText('21.4 °C')
  await expect(row).toContainText('在线')
  await page.getByRole('link', { name: '沙湾气象站' }).click()
  await expect(page).toHaveURL(/[?&]device=\d+/)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: '采集数据' }).getByRole('listitem')).toHaveCount(
    5,
  )
  await dialog.getByRole('button', { name: '下一组' }).click()
  await expect(dialog.getByText('电池电压')).toBeVisible()
  expect(await findings(page, '.ant-modal')).toEqual([])
  await page.reload()
  await expect(dialog.getByRole('region', { name: '采集数据' })).toBeVisible()
  await dialog.getByRole('tab', { name: '历史曲线' }).click()
  await expect(dialog.getByRole('img', { name: '风玫瑰图' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: '卡片', exact: true }).click()
  await expect(
    page.getByRole('region', { name: '沙湾水稻基地' }).getByRole('article', { name: '沙湾气象站' }),
  ).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await overflow(page)]).toEqual([width, 0])
  }
  await page.goto(`/web/equipment/weatherStations/data/${path.split('/').at(-2)}`)
  // It reports: a line that writes into its history is shown to whoever means it.
  const connecting = page.getByRole('region', { name: '设备接入' })
  await expect(connecting).not.toContainText('mosquitto_pub')
  await connecting.getByRole('button', { name: '仍要显示' }).click()
  await expect(connecting).toContainText('mosquitto_pub')
  await station.endAsync()
  expect(faults).toEqual([])
})

test('who has valves alone opens one where it is listed, on a phone', async ({ page, request }) => {
  const end = await speaking(request, await tokensOf(request, 'admin'), '东一区电动阀', { open: 0 })
  await page.setViewportSize({ width: 375, height: 812 })
  await enter(page, request, 'heguoqiang')
  await page.goto('/web/equipment/electric-valve')
  const card = page.locator('.kit-card').filter({ hasText: '东一区电动阀' })
  await expect(card.getByRole('button', { name: /打\s*开/ })).toBeEnabled()
  // Of its columns what one looks for in the field, so that two valves stand on a screen.
  await expect(card.locator('.status-tag').first()).toBeVisible()
  await expect(card.locator('.kit-card-line').first()).toBeVisible()
  expect((await card.boundingBox())!.height).toBeLessThan(260)
  await card.getByRole('button', { name: /打\s*开/ }).click()
  await expect(card.getByRole('button', { name: /打\s*开/ })).toHaveClass(/ant-btn-loading/)
  await end()
})

test('who may see valves finds valves alone; LoRa nodes have two addresses', async ({
  page,
  request,
}) => {
  await enter(page, request, 'heguoqiang')
  await page.goto('/web/equipment/electric-valve')
  await expect(page.getByRole('link', { name: '东一区电动阀' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: '网关' })).toHaveCount(0)
  await page.goto('/web/equipment/gateway')
  await expect(page.getByRole('link', { name: '石碁网关' })).toHaveCount(0)
  const admin = await page.context().browser()!.newPage()
  await enter(admin, request, 'admin')
  for (const route of ['lorawan-node', 'lora']) {
    await admin.goto(`/web/equipment/${route}`)
    await expect(admin.getByRole('link', { name: '东区滴灌节点' })).toBeVisible()
  }
  await admin.close()
})
