import { sql } from 'kysely'
import { controlRule } from '#contract/automation/control-rule.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import { board } from '#contract/board/board.ts'
import { callOf } from '#contract/entity-calls.ts'
import { savePlatformScreens } from '#contract/platform/platform-calls.ts'
import { rows } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { newCamera } from './camera-ground.ts'
import { newDevice } from './devices.ts'
import { newMember, newOperator, newTenant, unique, type Tenant } from './harness.ts'
import type { Made } from './samples.ts'
import { app, every } from './privilege-ground.ts'

/** What the sensor says and nothing else does. */
export const reading = '21.53'
export interface Ground {
  tenant: Tenant
  attacker: Awaited<ReturnType<typeof newMember>>
  /** Everybody that whoever tries has come to be. */
  own: Client[]
  valve: number
  sensor: number
  camera: number
  /** What the administrator has made: a rule and a group on another valve, a board, a screen. */
  rule: Made
  group: Made
  board: Made
  roles: { id: number; name: string }[]
  /** Everything that was answered. */
  told: string[]
}

export async function groundFor(lacking: readonly string[]): Promise<Ground> {
  const tenant = await newTenant(app)
  const { admin } = tenant
  const [valve, other, sensor] = [
    await newDevice(admin, 'electric_valve'),
    await newDevice(admin, 'electric_valve'),
    await newDevice(admin),
  ]
  await app.db.write(tenant.id, (tx) =>
    sql`insert into device_latest (tenant_id, device_id, metric, at, value)
      values (${tenant.id}, ${sensor.id}, 'airTemperature', now(), ${Number(reading)})`.execute(tx),
  )
  const camera = await newCamera(tenant, 'rtsp://192.0.2.1/main', { enabledFlag: 1 })
  const operator = await newOperator(app)
  await operator.call(savePlatformScreens, {
    id: tenant.id,
    screens: [{ screenName: '大屏', screenAddress: 'https://screen.example/1', screenType: 1 }],
  })
  const group = await admin.call(callOf(deviceGroup, 'create'), {
    name: unique('组'),
    deviceIds: [other.id],
  })
  const rule = await admin.call(callOf(controlRule, 'create'), {
    name: unique('规则'),
    enabledFlag: 1,
    actions: [opens({ groupId: group.id })],
  })
  const shared = await admin.call(callOf(board, 'create'), {
    name: unique('看板'),
    sharing: 'all',
    cards: [],
  })
  await newMember(app, tenant, lacking)
  const attacker = await newMember(
    app,
    tenant,
    every.filter((code) => !lacking.includes(code)),
  )
  const roles = await app.db.read(tenant.id, (tx) =>
    rows<{ id: number; name: string }>(tx, sql`select id, name from role order by id`),
  )
  return {
    tenant,
    attacker,
    own: [attacker],
    valve: valve.id,
    sensor: sensor.id,
    camera: camera.id,
    rule,
    group,
    board: shared,
    roles,
    told: [],
  }
}
export const opens = (what: { deviceId?: number; groupId?: number }) => ({
  mode: 'serial' as const,
  channel: 'open',
  value: 1,
  ...what,
})
