import { sql } from 'kysely'
import type { MqttClient } from 'mqtt'
import { afterAll, expect } from 'vitest'
import { controlRun, runRule } from '#contract/automation/control-run.ts'
import { callOf } from '#contract/entity-calls.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { untyped } from '#server/demo/client.ts'
import { connect, newDevice, report, type Field } from './devices.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'
import type { Made } from './samples.ts'

export const { app, mine } = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 } })
export const sensor = await newDevice(mine.admin, 'gateway_weather')
export const sensing = await connect(app, sensor)
afterAll(async () => {
  await sensing.endAsync()
})

type Valve = Field & { client: MqttClient; orders: number[] }
const commands = 'v1/devices/me/commands'
/**
 * A valve that does as it is told, and what it was told. `isDeaf`: it takes the order and never
 * reports.
 */
export async function newValve(isDeaf = false): Promise<Valve> {
  const device = await newDevice(mine.admin, 'electric_valve')
  const client = await connect(app, device)
  const orders: number[] = []
  client.on('message', (_topic, payload) => {
    const { value } = JSON.parse(payload.toString()) as { value: number }
    orders.push(value)
    if (!isDeaf) void report(client, { open: value })
  })
  await client.subscribeAsync(commands, { qos: 1 })
  return Object.assign(device, { client, orders })
}
export const open = (device: { id: number }, more: Record<string, unknown> = {}) => ({
  mode: 'serial',
  deviceId: device.id,
  channel: 'open',
  value: 1,
  ...more,
})
export const newRule = (body: Record<string, unknown>) =>
  mine.admin.call(
    callOf(controlRule, 'create'),
    untyped({
      name: unique('规则'),
      enabledFlag: 1,
      ...body,
    }),
  )
export const runsOf = async (rule: Made) =>
  (await mine.admin.call(callOf(controlRun, 'list'), { ruleId: rule.id, size: 0 })).content
export const runNow = (rule: Made) => mine.admin.call(runRule, { id: rule.id })
export const within = { timeout: 6000, interval: 50 }
export const ends = (rule: Made, ...states: (string | null)[][]) =>
  expect
    .poll(async () => (await runsOf(rule)).map(({ state, reason }) => [state, reason]), within)
    .toEqual(states)
export const remove = ({ id }: Made) => mine.admin.call(callOf(controlRule, 'delete'), { id })
export const set = (statement: ReturnType<typeof sql>) =>
  app.db.write(mine.id, (tx) => statement.execute(tx))
