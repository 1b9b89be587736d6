import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/database.ts'
import { forgetFrom, type Kept } from '#server/modules/telemetry/engine/calculate.ts'
import type { Client } from './client.ts'

/**
 * Of the weather station: how dry its air is, its dew point, the rain of a day and the degree days
 * of the year.
 */
export async function makeCalculations(admin: Client): Promise<void> {
  const { content: devices } = await admin.call<{ content: { id: number; name: string }[] }>(
    'GET /wfpe/v1/{tenant}/device',
    { size: '0' },
  )
  const deviceId = devices.find(({ name }) => name === '石碁气象站')!.id
  const input = (name: string, metric: string, more: Record<string, unknown> = {}) => ({
    name,
    kind: 'channel',
    deviceId,
    metric,
    over: 'last',
    ...more,
  })
  const air = [input('t', 'airTemperature'), input('rh', 'airHumidity')]
  const list = [
    {
      name: '石碁饱和水汽压差',
      quantity: 'calcVpd',
      formula: 'vpd(t, rh)',
      inputs: air,
      description: '叶片蒸腾的动力，0.8–1.2 kPa 为宜',
    },
    { name: '石碁露点', quantity: 'calcTemperature', formula: 'dewpoint(t, rh)', inputs: air },
    {
      name: '石碁 24 小时降雨',
      quantity: 'calcDepth',
      formula: 'rain',
      inputs: [input('rain', 'rainfall', { over: 'sum', hours: 24 })],
    },
    {
      name: '石碁本年积温',
      quantity: 'calcDegreeDays',
      formula: 'dd',
      inputs: [
        input('dd', 'airTemperature', {
          over: 'degreeDays',
          since: `${new Date().getFullYear()}-01-01`,
          threshold: 10,
        }),
      ],
      stepMinutes: 60,
    },
  ]
  for (const one of list)
    await admin.call('POST /wfpe/v1/{tenant}/calculation', {
      deviceId,
      stepMinutes: 10,
      enabledFlag: 1,
      ...one,
    })
}

const pastMs = 7 * 86_400_000
/** Once their inputs have a past, so have they: of its last week, which is worked out as what is due. */
export async function calculatePast(tx: Tx, until: number): Promise<void> {
  const found = await rows<Pick<Kept, 'id' | 'deviceId' | 'quantity' | 'slot'>>(
    tx,
    sql`select id, device_id, quantity, slot from calculation where enabled_flag = 1 order by id`,
  )
  for (const one of found) await forgetFrom(tx, one, new Date(until - pastMs).toISOString())
}
