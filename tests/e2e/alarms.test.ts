import mqtt from 'mqtt'
import { expect, test } from 'playwright/test'
import { findings } from './axe.ts'
import { asCaller, enter, overflow, watchFaults } from './console.ts'

test('a rule is tried before it is saved, raises an alarm from a message, and people see to it', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  const session = await enter(page, request, 'admin')
  const caller = asCaller(session)
  const at = (path: string) => `/wfpe/v1/${session.tenantId}/${path}`
  const areas = (await (
    await request.get(`/wfpf/v2/${session.tenantId}/area?organizationType=area&size=0`, caller)
  ).json()) as { content: { areaId: number }[] }
  const name = `气象站${Date.now() % 100_000}`
  const device = (await (
    await request.post(at('device'), {
      ...caller,
      data: {
        name,
        deviceType: 'gateway_weather',
        eui: `e2e-${Date.now()}`,
        areaId: areas.content[0]!.areaId,
        reportMinutes: 5,
        enabledFlag: 1,
      },
    })
  ).json()) as { id: number }
  const { key, secret } = (await (
    await request.put(at(`device/${device.id}/credential`), caller)
  ).json()) as { key: string; secret: string }
  const { mqttPort } = (await (
    await request.get(at(`device/${device.id}/credential`), caller)
  ).json()) as { mqttPort: number }
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: key,
    password: secret,
    reconnectPeriod: 0,
  })
  const say = (values: object, ts = Date.now()) =>
    client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values }), { qos: 1 })
  await say({ airHumidity: 12 }, Date.now() - 2 * 3_600_000)
  await say({ airHumidity: 60 }, Date.now() - 60 * 60_000)

  await page.goto('/web/equipment/warning-manage?open=create')
  const form = page.getByRole('dialog', { name: '新增告警规则' })
  const choose = async (label: string, option: string) => {
    await form.getByLabel(label, { exact: true }).click()
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
      .getByText(option, { exact: true })
      .click()
  }
  await form.getByLabel('规则名称').fill(`过干 ${name}`)
  await choose('告警级别', '紧急')
  await choose('设备类型', '气象站')
  await expect(form.getByLabel('阈值', { exact: true })).toHaveCount(0)
  await choose('触发方式', '超过阈值')
  await choose('数据项', '空气湿度 (%)')
  await choose('条件', '低于')
  await form.getByLabel('阈值', { exact: true }).fill('20')
  await expect(form.getByLabel('变化时长')).toHaveCount(0)
  await form.getByLabel('指定设备').click()
  await page.keyboard.type(name)
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .getByText(name, { exact: true })
    .click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '用最近 7 天的数据试算' }).click()
  await expect(form.locator('.back-test')).toContainText('会产生 1 次告警')
  await expect(form.locator('.back-test li')).toContainText('空气湿度 12.0 %')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form).toHaveCount(0)

  await page.goto('/web/equipment/warning')
  await expect(page.getByText('当前告警')).toBeVisible()
  await say({ airHumidity: 11 })
  await page.getByRole('button', { name: `过干 ${name}` }).click()
  const drawer = page.getByRole('dialog', { name: `过干 ${name}` })
  await expect(drawer).toContainText('空气湿度 11.0 %，低于 20 %')
  await expect(drawer.locator('.device-chart canvas').first()).toBeVisible()
  await drawer.getByRole('button', { name: '添加备注' }).click()
  await page.getByLabel('备注内容').fill('已开喷雾')
  await page
    .getByRole('dialog', { name: '添加备注' })
    .getByRole('button', { name: /保\s?存/ })
    .click()
  await expect(drawer).toContainText('已开喷雾')
  await drawer.getByRole('button', { name: /^确\s?认$/ }).click()
  await expect(drawer).toContainText('林建国 已确认')
  expect(await findings(page, '.alarm-detail')).toEqual([])
  await say({ airHumidity: 55 })
  await expect(drawer.getByText('已恢复').first()).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await overflow(page)).toBe(0)
  await client.endAsync()
  expect(faults).toEqual([])
})
