import mqtt from 'mqtt'
import { expect, test } from 'playwright/test'
import { findings } from './axe.ts'
import { asCaller, enter, overflow, watchFaults } from './console.ts'

const topics = {
  commands: 'v1/devices/me/commands',
  answers: 'v1/devices/me/commands/answer',
  telemetry: 'v1/devices/me/telemetry',
}

test('a valve is told to open: on its way, delivered, confirmed by its report; and the log has it', async ({
  page,
  request,
}) => {
  const faults = watchFaults(page)
  const session = await enter(page, request, 'admin')
  const base = `/wfpe/v1/${session.tenantId}/device`
  const { content } = (await (
    await request.get(`${base}?name=${encodeURIComponent('番茄大棚电动阀')}`, asCaller(session))
  ).json()) as { content: { id: number }[] }
  const { id } = content[0]!
  const { key, secret } = (await (
    await request.put(`${base}/${id}/credential`, asCaller(session))
  ).json()) as { key: string; secret: string }
  const { mqttPort } = (await (
    await request.get(`${base}/${id}/credential`, asCaller(session))
  ).json()) as { mqttPort: number }

  await page.goto(`/system/deviceManager/data/${id}`)
  const tile = page.getByRole('listitem', { name: '阀门' })
  await expect(tile).toContainText('设备离线，不能控制')
  await expect(tile.getByRole('button', { name: /^打\s*开$/ })).toBeDisabled()

  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: key,
    password: secret,
    reconnectPeriod: 0,
  })
  const report = (open: number) =>
    device.publishAsync(
      topics.telemetry,
      JSON.stringify({ values: { open, opening: open * 100 } }),
      { qos: 1 },
    )
  const told: { id: number; value: number }[] = []
  device.on('message', (_topic, payload) =>
    told.push(JSON.parse(payload.toString()) as { id: number; value: number }),
  )
  await device.subscribeAsync(topics.commands, { qos: 1 })
  await report(0)
  await expect(tile).toContainText('已关闭')

  // Where the button beside it lies, and how much room the tile takes, wherever the page is scrolled to.
  const layout = async () => {
    const button = page.getByRole('listitem', { name: '开度' }).getByRole('button').last()
    const [own, other] = [await tile.boundingBox(), await button.boundingBox()]
    return [own!.height, other!.y - own!.y].map(Math.round)
  }
  const before = await layout()
  await tile.getByRole('button', { name: /^打\s*开$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(tile.getByRole('status')).toContainText('正在打开')
  await expect(
    tile.getByRole('status').getByRole('listitem').filter({ hasText: '送达' }),
  ).toHaveClass('control-done')
  // Nothing moves under the pointer.
  expect(await layout()).toEqual(before)
  // Delivered is not done: what is shown is what was reported.
  await expect(tile).toContainText('已关闭')
  await report(1)
  await expect(tile).toContainText('已确认，用时')
  await expect(tile).toContainText('已打开')

  await tile.getByRole('button', { name: /^关\s*闭$/ }).click()
  await expect.poll(() => told.length).toBe(2)
  await device.publishAsync(
    topics.answers,
    JSON.stringify({ id: told[1]!.id, ok: false, reason: '电池电压过低' }),
    { qos: 1 },
  )
  await expect(tile).toContainText('设备拒绝：电池电压过低')
  await tile.getByRole('button', { name: /^重\s*试$/ }).click()
  await expect.poll(() => told.map(({ value }) => value)).toEqual([1, 0, 0])
  expect(await findings(page, '.control')).toEqual([])

  await page.setViewportSize({ width: 375, height: 800 })
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/web/report/equipmentLog/controlLog')
  const rejected = page.getByRole('row').filter({ hasText: '设备拒绝' })
  await expect(rejected).toContainText('林建国')
  await expect(rejected.getByRole('link', { name: '番茄大棚电动阀' })).toHaveAttribute(
    'href',
    `/web/equipment/electric-valve/data/${id}`,
  )

  // Where valves are listed they are moved with one click, on rows and cards, and a thumb hits the
  // button.
  await report(0)
  await page.goto('/web/equipment/electric-valve')
  const row = page.getByRole('row').filter({ hasText: '番茄大棚电动阀' })
  const quick = row.getByRole('group', { name: '番茄大棚电动阀 阀门' })
  await expect(quick.getByRole('button', { name: /^打\s*开$/ })).toBeEnabled()
  const toldBefore = told.length
  await quick.getByRole('button', { name: /^打\s*开$/ }).click()
  await expect.poll(() => told.length).toBe(toldBefore + 1)
  await report(1)
  await expect(row.locator('.quick-state').first()).toContainText('已打开')
  // Of one that is not heard where it last stood is told, and nothing is offered that would not be done.
  const silent = page.getByRole('row').filter({ hasText: '离线' }).first()
  await expect(silent.locator('.quick-state').first()).toHaveText(/阀门.+/)
  await expect(silent.getByRole('button', { name: /^打\s*开$/ })).toHaveCount(0)
  // Somebody moves it by hand: what was wanted is no good news any more.
  await report(0)
  await expect(row.locator('.quick-state').first()).toContainText('与目标不符')
  await page.setViewportSize({ width: 375, height: 800 })
  const card = page.locator('.kit-card').filter({ hasText: '番茄大棚电动阀' })
  await expect(card.getByRole('button', { name: /^打\s*开$/ })).toBeVisible()
  expect(
    (await card.getByRole('button', { name: /^打\s*开$/ }).boundingBox())!.height,
  ).toBeGreaterThanOrEqual(40)
  expect(await overflow(page)).toBe(0)
  await device.endAsync()
  expect(faults).toEqual([])
})
