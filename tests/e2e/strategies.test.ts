import mqtt from 'mqtt'
import { expect, test } from 'playwright/test'
import { Strategies } from '#simulator/strategies.ts'
import { findings } from './axe.ts'
import { asCaller, enter, overflow } from './console.ts'

test('a strategy waits for its gateway, is kept, called and taken away', async ({
  page,
  request,
}) => {
  const session = await enter(page, request, 'admin')
  const base = `/wfpe/v1/${session.tenantId}/device`
  const { content } = (await (
    await request.get(`${base}?name=${encodeURIComponent('果园网关')}`, asCaller(session))
  ).json()) as { content: { id: number }[] }
  const { id } = content[0]!
  await page.goto(`/web/equipment/gateway?device=${id}`)
  await page.getByRole('tab', { name: '本地策略' }).click()
  await expect(page.getByText('还没有本地策略')).toBeVisible()
  await page.getByRole('button', { name: '新增策略' }).click()
  const dialog = page.getByRole('dialog', { name: '新增策略' })
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('策略名称').fill('夜间诱虫')
  await dialog.getByLabel('开始时间').fill('19:00')
  await dialog.getByLabel('开始时间').press('Enter')
  await dialog.getByLabel('结束时间').fill('00:30')
  await dialog.getByLabel('结束时间').press('Enter')
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click()
  const strategy = page.getByRole('listitem', { name: '夜间诱虫' })
  await expect(strategy).toContainText('每天 19:00–00:30 打开“杀虫灯电源”')
  await expect(strategy).toContainText('已保存，等待设备')
  await expect(strategy.getByRole('button', { name: '立即执行' })).toBeDisabled()

  const { key, secret } = (await (
    await request.put(`${base}/${id}/credential`, asCaller(session))
  ).json()) as { key: string; secret: string }
  const { mqttPort } = (await (
    await request.get(`${base}/${id}/credential`, asCaller(session))
  ).json()) as { mqttPort: number }
  const gateway = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: key,
    password: secret,
    reconnectPeriod: 0,
  })
  const held = new Map<string, number>()
  const strategies = new Strategies(key, held, { read: () => ({}), write: () => undefined })
  gateway.on('message', (_topic, payload) => {
    const order = JSON.parse(payload.toString()) as Parameters<typeof strategies.obey>[0]
    if (order.actuator === 'relay') held.set(`relay.${order.circuit}`, order.value)
    else if (order.actuator.startsWith('strategy')) strategies.obey(order, Date.now())
    // What it was told to run it switches, as a gateway does with its next look.
    strategies.run(Date.now(), () => ({}))
    void gateway.publishAsync(
      'v1/devices/me/telemetry',
      JSON.stringify({ values: Object.fromEntries(held) }),
      { qos: 1 },
    )
  })
  await gateway.subscribeAsync('v1/devices/me/commands', { qos: 1 })
  await expect(strategy).toContainText('网关已保存')
  expect(await findings(page, '.strategies')).toEqual([])
  // For how long is said before it begins, and what is left of it afterwards, with the way to end
  // it.
  await strategy.getByRole('button', { name: '立即执行' }).click()
  const asked = page.getByRole('dialog', { name: '立即执行“夜间诱虫”？' })
  await expect(asked).toContainText('将打开约 330 分钟')
  await asked.getByRole('button', { name: '立即执行' }).click()
  await expect(strategy).toContainText(/正在执行，约剩 3[23]\d 分钟/)
  await strategy.getByRole('button', { name: /^停\s*止$/ }).click()
  await expect(strategy.getByRole('button', { name: /^停\s*止$/ })).toHaveCount(0)
  await expect(strategy).not.toContainText('约剩')
  await page.setViewportSize({ width: 375, height: 800 })
  await expect.poll(() => overflow(page)).toBe(0)
  await strategy.getByRole('button', { name: /^移\s*除$/ }).click()
  await page
    .getByRole('dialog', { name: '确定从网关移除' })
    .getByRole('button', { name: /^移\s*除$/ })
    .click()
  await expect(strategy).toHaveCount(0)
  await gateway.endAsync()
})
