import { sql } from 'kysely'
import type { Page } from '#contract/call.ts'
import { documents } from '#contract/inventory/document.ts'
import { documentNumberRule } from '#contract/inventory/document-number-rule.ts'
import { sku } from '#contract/inventory/sku.ts'
import { entities } from '#contract/domains.ts'
import type { Client } from '#server/demo/client.ts'
import { rows } from '#server/db/database.ts'
import { newDevice } from './devices.ts'
import type { TestApp } from './harness.ts'
import { madeByPeople, make, type Made } from './samples.ts'

/** One row of each entity, by its name: what strangers try to reach. */
export type Rows = Map<string, Made>
export async function fill(made: Rows, admin: Client): Promise<void> {
  for (const entity of madeByPeople) made.set(entity.name, await make(entity, admin))
  // A tenant is born with its rules; nobody makes one.
  made.set(
    documentNumberRule.name,
    (await admin.call<Page<Made>>(documentNumberRule.api.list)).content[0]!,
  )
  made.set(sku.name, (await admin.call<Page<Made>>(sku.api.list)).content[0]!)
  const valve = await newDevice(admin, 'electric_valve')
  const { content } = await admin.call<Page<Made>>('GET /wfpe/v1/{tenant}/device/gateway/switch', {
    deviceId: String(valve.id),
  })
  made.set('deviceSwitch', content[0]!)
  made.set(
    'deviceCommand',
    await admin.call<Made>(
      `POST /wfpe/v1/{tenant}/device/gateway/switch/${content[0]!.id}/control`,
      { value: 1 },
    ),
  )
}

/** A tenant's rows, as one text: what must not change while others try. */
export async function everything(app: TestApp, tenant: number): Promise<string> {
  return app.db.read(tenant, async (tx) => {
    const tables = await rows<{ tableName: string }>(
      tx,
      sql`select table_name from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
      where column_name = 'tenant_id' and table_type = 'BASE TABLE' and table_schema = 'public'
      and table_name not in ('session', 'idempotency') order by 1`,
    )
    const found = []
    for (const { tableName } of tables)
      found.push([
        tableName,
        await rows(tx, sql`select * from ${sql.table(tableName)} t order by t::text`),
      ])
    return JSON.stringify(found)
  })
}
const span = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
/** Inputs that name the other tenant's rows, for calls that are not of an entity. */
export const given: Record<string, (row: Rows) => Record<string, unknown> | unknown[]> = {
  'POST /wfpf/v1/{tenant}/batch/{id}/stage': () => ({ place: 0, startsOn: '2026-11-20' }),
  'POST /wfpf/v1/{tenant}/batch/{id}/split': (row) => ({
    parts: [1, 2].map((no) => ({ batchName: `part ${no}`, landIds: [row.get('land')!.id] })),
  }),
  'POST /wfpf/v1/{tenant}/batch/{id}/merge': (row) => ({
    batchName: 'whole',
    others: [{ id: row.get('batch')!.id + 1, objectVersionNumber: 1 }],
  }),
  'GET /wfpf/v1/{tenant}/map': () => ({}),
  'POST /wfpf/v1/{tenant}/map/packs': (row) => ({ areaId: row.get('area')!.id, zoom: 15 }),
  'PUT /wfpf/v1/{tenant}/map/places': (row) => ({
    changes: [{ kind: 'plot', id: row.get('land')!.id, was: null, at: null }],
  }),
  'POST /wfpf/v1/{tenant}/activity/{id}/sign-in': () => ({ code: '0123456789' }),
  'POST /wfpf/v1/{tenant}/activity/{id}/members/sign-in': () => ({ accountId: 1 }),
  'GET /wfpf/v1/{tenant}/task/people': () => ({ from: '2026-11-20', to: '2026-11-21' }),
  'POST /wfpf/v1/{tenant}/task/{id}/finish': (row) => ({
    hours: [{ workerId: row.get('worker')!.id, hours: 4 }],
  }),
  'POST /iam/stong/v1/menus/check-resources': () => ['wfpf.inventory.base.unit'],
  'PUT /iam/v1/{tenant}/roles/{id}/permissions': () => ({ codes: [], objectVersionNumber: 1 }),
  'POST /iam/v1/{tenant}/roles/{id}/copy': () => ({ code: 'stolen', name: 'stolen' }),
  'POST /iam/v1/{tenant}/organization/{id}/move': () => ({
    parentId: null,
    beforeId: null,
    objectVersionNumber: 1,
  }),
  'PUT /wfpf/v2/{tenant}/area/default': (row) => ({ areaId: row.get('area')!.id }),
  'GET /wfpf/v2/{tenant}/area/default': (row) => ({ areaId: row.get('area')!.id }),
  'PUT /wfpf/v1/{tenant}/tenant-screen/{id}/channels': () => ({ channels: [] }),
  'GET /iam/v1/{tenant}/permissions/granters': () => ({ code: 'wfpf.inventory.base.unit' }),
  'GET /iam/stong/v1/menus/role': () => ({ subModule: 'wfpf-farm' }),
  'GET /wfpe/v1/{tenant}/device/{id}/history': () => span,
  'PUT /wfpe/v1/{tenant}/device/{id}/channels': () => ({ channels: [] }),
  'GET /wfpe/v1/{tenant}/device/explore': (row) => ({
    ...span,
    channels: `${row.get('device')!.id}:airTemperature`,
  }),
  'GET /wfpe/v1/{tenant}/device/explore/file': (row) => ({
    ...span,
    channels: `${row.get('device')!.id}:airTemperature`,
    format: 'csv',
  }),
  'GET /wfpe/v1/{tenant}/device/{id}/wind-rose': () => span,
  'GET /wfpe/v1/{tenant}/device/soil/{id}/history': () => ({ ...span, layer: 1 }),
  'GET /wfpe/v1/{tenant}/device/soil/{id}/history-expert': () => span,
  'POST /wfpe/v1/{tenant}/device/{id}/history/export': () => span,
  'PUT /wfpe/v1/{tenant}/device/{id}/lora': () => ({
    activation: 'otaa',
    region: 'CN470',
    deviceClass: 'A',
    macVersion: '1.0.3',
    joinEui: null,
  }),
  'POST /wfpe/v1/{tenant}/device/{id}/lora/keys': () => ({}),
  'POST /wfpe/v1/{tenant}/device/gateway/switch/{id}/control': () => ({ value: 0 }),
  'PUT /wfpe/v1/{tenant}/simulated-farm/{id}': () => ({ fault: null }),
  'POST /wfpe/v1/{tenant}/alarm/{id}/assign': () => ({ assigneeId: null }),
  'POST /wfpe/v1/{tenant}/alarm/{id}/comment': () => ({ text: '看过了' }),
  'POST /wfpe/v1/{tenant}/alarm/{id}/mute': () => ({ minutes: 60, reason: '检修' }),
  'POST /wfpe/v1/{tenant}/alarm/{id}/clear': () => ({ reason: '误报' }),
  'PUT /wfpe/v1/{tenant}/alarm-contact/{id}/robot': () => ({
    url: 'https://oapi.dingtalk.com/robot/send',
  }),
  'PUT /wfpe/v1/{tenant}/device/{id}/settings': () => ({ values: { uploadMinutes: 5 } }),
  'POST /wfpe/v1/{tenant}/device/gateway/{id}/collection': (row) => ({
    deviceId: row.get('device')!.id,
    metrics: ['signal'],
  }),
  'POST /wfpe/v2/{tenant}/device/gateway/{id}/collection/export': () => span,
  'PUT /wfpe/v1/{tenant}/sim/{id}/usage': () => ({ months: [] }),
  'POST /wfpe/v1/{tenant}/sim/{id}/order': () => ({ order: 'synchronize' }),
  'POST /wfpe/v1/{tenant}/inverter/{id}/control': () => ({ en: 0 }),
  'PUT /wfpe/v1/{tenant}/lora-network/{id}/password': () => ({ password: 'stolen' }),
  'GET /wfpf/v1/{tenant}/stock-document/{id}/remaining': () => ({ to: 'warehousing' }),
  'POST /wfpf/v1/{tenant}/inventory-form/{id}/count': () => ({ lines: [{ id: 1, counted: 1 }] }),
  ...Object.fromEntries(
    Object.values(documents)
      .filter(({ api }) => api.close)
      .map(({ api }) => [api.close!, () => ({ closeReason: '不再到货' })]),
  ),
  ...Object.fromEntries(
    Object.values(documents).map(({ api }) => [api.void!, () => ({ voidReason: '录错' })]),
  ),
  'POST /wfpe/v1/{tenant}/camera/save-share': (row) => ({
    cameraId: row.get('camera')!.id,
    title: '偷看',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  }),
  'GET /wfpe/v1/{tenant}/camera/seedling-picture': () => ({ id: 1 }),
  'GET /wfpe/v1/{tenant}/camera/seedling-situation': (row) => ({ landId: row.get('land')!.id }),
  'POST /wfpe/v1/{tenant}/camera/time-lapse': (row) => ({
    cameraId: row.get('camera')!.id,
    from: '2026-11-20',
    to: '2026-11-21',
  }),
  ...Object.fromEntries(
    ['share', 'shares', 'pictures'].map((path) => [
      `GET /wfpe/v1/{tenant}/camera/${path}`,
      (row: Rows) => ({ cameraId: row.get('camera')!.id }),
    ]),
  ),
  'PUT /wfpf/v1/{tenant}/approval-task/transfer/{id}': () => ({ accountId: 1 }),
  'PUT /wfpf/v1/{tenant}/approval-task/add-signer/{id}': () => ({ accountId: 1, place: 'before' }),
  'POST /wfpf/v1/{tenant}/menu-theme': () => ({ theme: '{}' }),
  'POST /wfpf/v1/{tenant}/menu-theme/{id}': () => ({ theme: '{}' }),
}
/** Which entity an `{id}` in a path means. */
export const entityOf = (path: string) =>
  entities.find((e) => Object.values(e.api).some((endpoint) => endpoint.split(' ')[1] === path))
export const ofOthers: Readonly<Record<string, string>> = {
  '/device/gateway/switch/{id}': 'deviceSwitch',
  '/device/command/{id}': 'deviceCommand',
  '/device/{id}/commands': 'device',
  '/stock-document/{id}/': 'warehousing',
  '/inventory-form/{id}/': 'stocktake',
}
export const idOf = (made: Rows, path: string) =>
  String(
    made.get(Object.entries(ofOthers).find(([part]) => path.includes(part))?.[1] ?? '')?.id ??
      made.get(entityOf(path)?.name ?? '')?.id ??
      made.get('user')!.id,
  )
