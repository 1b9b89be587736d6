import { sql } from 'kysely'
import { documents } from '#contract/inventory/document.ts'
import { documentNumberRule } from '#contract/inventory/document-number-rule.ts'
import { sku } from '#contract/inventory/sku.ts'
import { entities } from '#contract/domains.ts'
import { createTheme, saveTheme } from '#contract/account/tenant.ts'
import { transferTask, addSigner } from '#contract/approval/task-calls.ts'
import {
  cameraPictures,
  seedlingPicture,
  seedlingSituation,
  makeFilm,
} from '#contract/camera/capture.ts'
import { heldRecordings } from '#contract/camera/recording.ts'
import { cameraShares, cameraShareState, saveCameraShare } from '#contract/camera/share.ts'
import { documentRemaining, countLines } from '#contract/inventory/document-calls.ts'
import { setLoraPassword } from '#contract/connectivity/lora.ts'
import { controlInverter } from '#contract/equipment/inverter-calls.ts'
import { saveSimUsage, orderSim } from '#contract/connectivity/sim.ts'
import { addCollection, exportCollection } from '#contract/command/collection-calls.ts'
import { saveDeviceSettings } from '#contract/command/setting-calls.ts'
import { setRobot } from '#contract/alarm/alarm-contact.ts'
import { assignAlarm, commentAlarm, muteAlarm, clearAlarm } from '#contract/alarm/alarm-calls.ts'
import { breakDevice } from '#contract/simulation/simulated-farm.ts'
import { saveLoraSession, renewLoraKeys } from '#contract/connectivity/lora-air.ts'
import { soilHistoryExpert } from '#contract/telemetry/soil-calls.ts'
import { windRose, soilHistory, exportDeviceHistory } from '#contract/telemetry/history-calls.ts'
import { exploreHistory, exploreFile } from '#contract/telemetry/explore-calls.ts'
import { saveDeviceChannels } from '#contract/equipment/channel-calls.ts'
import { deviceHistory } from '#contract/equipment/device-calls.ts'
import { saveScreenChannels } from '#contract/account/screen-calls.ts'
import {
  assignPermissions,
  copyRole,
  moveOrganization,
  setDefaultArea,
  defaultArea,
  whoCanGrant,
} from '#contract/system/permission-calls.ts'
import { checkResources, menusOfRole } from '#contract/account/menus.ts'
import { taskMoves } from '#contract/work/task-calls.ts'
import { peoplePlanned } from '#contract/work/people-calls.ts'
import { signInActivity, signInMember } from '#contract/activity/activity-calls.ts'
import { saveMapPlaces } from '#contract/map/manage.ts'
import { makeMapPack } from '#contract/map/pack.ts'
import { digitalMap } from '#contract/map/map.ts'
import { splitBatch, mergeBatches } from '#contract/planting/family-calls.ts'
import { correctBatchStage } from '#contract/planting/batch-calls.ts'
import { switchList, controlSwitch } from '#contract/command/switch.ts'
import { listSkus } from '#contract/inventory/sku-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
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
    (await admin.call(callOf(documentNumberRule, 'list'))).content[0]!,
  )
  made.set(sku.name, (await admin.call(listSkus)).content[0]! as { id: number } as Made)
  const valve = await newDevice(admin, 'electric_valve')
  const { content } = await admin.call(switchList, { deviceId: valve.id })
  made.set('deviceSwitch', content[0]!)
  made.set(
    'deviceCommand',
    (await admin.call(controlSwitch, { id: content[0]!.id, value: 1 })) as { id: number } as Made,
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
  [correctBatchStage.endpoint]: () => ({ place: 0, startsOn: '2026-11-20' }),
  [splitBatch.endpoint]: (row) => ({
    parts: [1, 2].map((no) => ({ batchName: `part ${no}`, landIds: [row.get('land')!.id] })),
  }),
  [mergeBatches.endpoint]: (row) => ({
    batchName: 'whole',
    others: [{ id: row.get('batch')!.id + 1, objectVersionNumber: 1 }],
  }),
  [digitalMap.endpoint]: () => ({}),
  [makeMapPack.endpoint]: (row) => ({ areaId: row.get('area')!.id, zoom: 15 }),
  [saveMapPlaces.endpoint]: (row) => ({
    changes: [{ kind: 'plot', id: row.get('land')!.id, was: null, at: null }],
  }),
  [signInActivity.endpoint]: () => ({ code: '0123456789' }),
  [signInMember.endpoint]: () => ({ accountId: 1 }),
  [peoplePlanned.endpoint]: () => ({ from: '2026-11-20', to: '2026-11-21' }),
  [taskMoves.reportOwn.endpoint]: () => ({ hours: 1 }),
  [taskMoves.finish.endpoint]: (row) => ({
    hours: [{ workerId: row.get('worker')!.id, hours: 4 }],
  }),
  [checkResources.endpoint]: () => ['wfpf.inventory.base.unit'],
  [assignPermissions.endpoint]: () => ({ codes: [], objectVersionNumber: 1 }),
  [copyRole.endpoint]: () => ({ code: 'stolen', name: 'stolen' }),
  [moveOrganization.endpoint]: () => ({
    parentId: null,
    beforeId: null,
    objectVersionNumber: 1,
  }),
  [setDefaultArea.endpoint]: (row) => ({ areaId: row.get('area')!.id }),
  [defaultArea.endpoint]: (row) => ({ areaId: row.get('area')!.id }),
  [saveScreenChannels.endpoint]: () => ({ channels: [] }),
  [whoCanGrant.endpoint]: () => ({ code: 'wfpf.inventory.base.unit' }),
  [menusOfRole.endpoint]: () => ({ subModule: 'wfpf-farm' }),
  [deviceHistory.endpoint]: () => span,
  [saveDeviceChannels.endpoint]: () => ({ channels: [] }),
  [exploreHistory.endpoint]: (row) => ({
    ...span,
    channels: `${row.get('device')!.id}:airTemperature`,
  }),
  [exploreFile.endpoint]: (row) => ({
    ...span,
    channels: `${row.get('device')!.id}:airTemperature`,
    format: 'csv',
  }),
  [windRose.endpoint]: () => span,
  [soilHistory.endpoint]: () => ({ ...span, layer: 1 }),
  [soilHistoryExpert.endpoint]: () => span,
  [exportDeviceHistory.endpoint]: () => span,
  [saveLoraSession.endpoint]: () => ({
    activation: 'otaa',
    region: 'CN470',
    deviceClass: 'A',
    macVersion: '1.0.3',
    joinEui: null,
  }),
  [renewLoraKeys.endpoint]: () => ({}),
  [controlSwitch.endpoint]: () => ({ value: 0 }),
  [breakDevice.endpoint]: () => ({ fault: null }),
  [assignAlarm.endpoint]: () => ({ assigneeId: null }),
  [commentAlarm.endpoint]: () => ({ text: '看过了' }),
  [muteAlarm.endpoint]: () => ({ minutes: 60, reason: '检修' }),
  [clearAlarm.endpoint]: () => ({ reason: '误报' }),
  [setRobot.endpoint]: () => ({
    url: 'https://oapi.dingtalk.com/robot/send',
  }),
  [saveDeviceSettings.endpoint]: () => ({ values: { uploadMinutes: 5 } }),
  [addCollection.endpoint]: (row) => ({
    deviceId: row.get('device')!.id,
    metrics: ['signal'],
  }),
  [exportCollection.endpoint]: () => span,
  [saveSimUsage.endpoint]: () => ({ months: [] }),
  [orderSim.endpoint]: () => ({ order: 'synchronize' }),
  [controlInverter.endpoint]: () => ({ en: 0 }),
  [setLoraPassword.endpoint]: () => ({ password: 'stolen' }),
  [documentRemaining.endpoint]: () => ({ to: 'warehousing' }),
  [countLines.endpoint]: () => ({ lines: [{ id: 1, counted: 1 }] }),
  ...Object.fromEntries(
    Object.values(documents)
      .filter(({ api }) => api.close)
      .map(({ api }) => [api.close!, () => ({ closeReason: '不再到货' })]),
  ),
  ...Object.fromEntries(
    Object.values(documents).map(({ api }) => [api.void!, () => ({ voidReason: '录错' })]),
  ),
  // The end of a span comes after its beginning.
  [heldRecordings.endpoint]: (row) => ({
    cameraId: row.get('camera')!.id,
    from: '2026-11-20T00:00:00+08:00',
    to: '2026-11-21T00:00:00+08:00',
  }),
  [saveCameraShare.endpoint]: (row) => ({
    cameraId: row.get('camera')!.id,
    title: '偷看',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  }),
  [seedlingPicture.endpoint]: () => ({ id: 1 }),
  [seedlingSituation.endpoint]: (row) => ({ landId: row.get('land')!.id }),
  [makeFilm.endpoint]: (row) => ({
    cameraId: row.get('camera')!.id,
    from: '2026-11-20',
    to: '2026-11-21',
  }),
  ...Object.fromEntries(
    [cameraShareState, cameraShares, cameraPictures].map(({ endpoint }) => [
      endpoint,
      (row: Rows) => ({ cameraId: row.get('camera')!.id }),
    ]),
  ),
  [transferTask.endpoint]: () => ({ accountId: 1 }),
  [addSigner.endpoint]: () => ({ accountId: 1, place: 'before' }),
  [createTheme.endpoint]: () => ({ theme: '{}' }),
  [saveTheme.endpoint]: () => ({ theme: '{}' }),
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
