import { afterAll, beforeAll } from 'vitest'
import { deviceHistory } from '#contract/equipment/device-calls.ts'
import { Partitions } from '#server/modules/telemetry/engine/partitions.ts'
import { storePoints } from '#server/modules/telemetry/engine/store.ts'
import { newDevice, type Field } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'
import { type Series, random, reportMinutes } from './history-series.ts'

export let app: TestApp
export let mine: Tenant
export const devices = new Map<string, Field>()
beforeAll(async () => {
  app = await startApp()
  mine = await newTenant(app)
})
afterAll(() => app.end())

export async function store(all: readonly Series[]): Promise<void> {
  devices.clear()
  for (const { type } of all)
    if (!devices.has(type)) devices.set(type, await newDevice(mine.admin, type, { reportMinutes }))
  await new Partitions(app.db).need(all.flatMap(({ values }) => values.map(([at]) => at)))
  for (const { type, metric, values } of all) {
    const points = values
      .map(([at, value]) => ({ metric, at, value, clock: 0 as const }))
      .sort(() => random() - 0.5)
    for (let at = 0; at < points.length; at += 400) {
      await app.db.write(mine.id, (tx) =>
        storePoints(tx, mine.id, [
          {
            device: devices.get(type)!.id,
            points: points.slice(at, at + 400),
            problems: [],
            bytes: 0,
            text: '',
            receivedAt: 0,
          },
        ]),
      )
    }
  }
}
export const history = (type: string, metric: string, from: number, to: number) =>
  mine.admin.call(deviceHistory, {
    id: devices.get(type)!.id,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    channels: metric,
  })
