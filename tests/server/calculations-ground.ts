import { expect } from 'vitest'
import { calculation } from '#contract/telemetry/calculation.ts'
import { callOf } from '#contract/entity-calls.ts'
import { untyped } from '#server/demo/client.ts'
import { calculate } from '#server/modules/telemetry/engine/calculations.ts'
import { connect, report, type Field } from './devices.ts'
import { twoFarms } from './ground.ts'
import { unique } from './harness.ts'
import type { Made } from './samples.ts'

export const { app, mine, theirs } = await twoFarms()
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const hour = Math.floor(Date.now() / hourMs) * hourMs
export const day = (ms: number) => new Date(ms + 8 * hourMs).toISOString().slice(0, 10)

export const say = async (
  device: Field,
  reports: readonly { ts: number; values: Record<string, number> }[],
) => {
  const client = await connect(app, device)
  await report(client, reports)
  await client.endAsync()
}
export const channel = (
  name: string,
  device: Made,
  metric: string,
  more: Record<string, unknown> = {},
) => ({ name, kind: 'channel', deviceId: device.id, metric, over: 'last', ...more })
export const body = (device: Made, more: Record<string, unknown> = {}) => ({
  name: unique('计算'),
  deviceId: device.id,
  quantity: 'calcNumber',
  stepMinutes: 10,
  enabledFlag: 1,
  inputs: [channel('t', device, 'airTemperature')],
  formula: 't',
  ...more,
})
export const make = (device: Made, more: Record<string, unknown> = {}, who = mine.admin) =>
  who.call(callOf(calculation, 'create'), untyped(body(device, more)))
export const read = (id: number) => mine.admin.call(callOf(calculation, 'show'), { id })
/** Until nothing is due: the server's own sweep may have some of it in hand. */
export const work = async (...ids: number[]) =>
  expect
    .poll(
      async () => {
        await calculate(app.db, app.ingestQueue)
        const done = await Promise.all(ids.map(read))
        return done.every(
          (one) => Date.parse(String(one.calculatedTo)) >= Date.now() - 11 * minuteMs - 10_000,
        )
      },
      { timeout: 20_000 },
    )
    .toBe(true)
