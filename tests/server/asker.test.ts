import { sql } from 'kysely'
import type { z } from 'zod'
import type { Asked } from '#contract/entity-calls.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { device } from '#contract/equipment/device.ts'
import { makeMapPack, packZooms } from '#contract/map/pack.ts'
import { exportList, exportAudit, job } from '#contract/platform/platform-calls.ts'
import { unit } from '#contract/inventory/unit.ts'
import { row } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import type { Client, Sent } from '#server/demo/client.ts'
import { moduleOfCode } from '#server/http/actor.ts'
import { newCamera } from './camera-ground.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { newMember, download } from './harness.ts'
import { check, csv, send } from './import-files.ts'
import { make } from './samples.ts'
import { area } from '#contract/farm/area.ts'
import { land } from '#contract/farm/land.ts'
import { applyImport } from '#contract/platform/import-calls.ts'
import { makeFilm } from '#contract/camera/capture.ts'
import {
  exportCollection,
  addCollection,
  collectionData,
} from '#contract/command/collection-calls.ts'
import { exportDeviceHistory } from '#contract/telemetry/history-calls.ts'
import { exportStockReport } from '#contract/inventory/report-calls.ts'

// What a job gives is given to whoever may have it when it is done, not when it was asked for.
const { app, mine } = await oneFarm()
const every = [...moduleOfCode.keys()]
const gateway = await newDevice(mine.admin, 'gateway')
const elsewhere = await make(area, mine.admin)
const span = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() }
const started = async <In extends z.ZodType>(
  client: Client,
  definition: Asked<In, z.ZodType<{ jobId: number }>>,
  input: Sent<In>,
) => (await client.send(definition, input)).json<{ jobId: number }>().jobId
const filmed = await newCamera(mine)
const plot = await make(land, mine.admin)
await app.db.write(mine.id, async (tx) => {
  await sql`update land set area_id = ${gateway.areaId as number},
    boundary = '[[113.4,22.9],[113.404,22.9],[113.404,22.903]]'::jsonb where id = ${plot.id}`.execute(
    tx,
  )
})
const picture = await mine.admin.upload(
  'p.jpg',
  'image/jpeg',
  await sharp({ create: { width: 64, height: 36, channels: 3, background: '#5a8' } })
    .jpeg()
    .toBuffer(),
)
for (const day of ['2026-11-01', '2026-11-02'])
  await app.db.write(mine.id, async (tx) => {
    await sql`insert into camera_capture (camera_id, taken_on, file_url)
      values (${filmed.id}, ${`${day}T04:00:00Z`}, ${picture})`.execute(tx)
  })
let serial = 0
const file = () => csv('编码,名称,英文名称,描述', `j${++serial},单位,unit,`)

/** One of each kind of job that somebody asks for. `isPlaced`: what it reads stands on a base. */
const kinds: Readonly<
  Record<string, { ask(client: Client): Promise<number>; isPlaced?: boolean }>
> = {
  'list-export': {
    ask: (client) =>
      started(client, exportList, {
        entity: device.name,
        format: 'csv',
        columns: ['name'],
        query: {},
      }),
  },
  'audit-export': { ask: (client) => started(client, exportAudit, {}) },
  'stock-report-export': {
    ask: (client) =>
      started(client, exportStockReport, {
        report: 'summary',
        format: 'csv',
        from: '2026-11-01',
        to: '2026-11-20',
      }),
  },
  'device-history-export': {
    isPlaced: true,
    ask: (client) => started(client, exportDeviceHistory, { id: gateway.id, ...span }),
  },
  'collection-export': {
    isPlaced: true,
    ask: (client) => started(client, exportCollection, { id: gateway.id, ...span }),
  },
  'camera-time-lapse': {
    isPlaced: true,
    ask: (client) =>
      started(client, makeFilm, {
        cameraId: filmed.id,
        from: '2026-11-01',
        to: '2026-11-02',
      }),
  },
  'map-pack': {
    isPlaced: true,
    ask: (client) =>
      started(client, makeMapPack, {
        areaId: gateway.areaId as number,
        zoom: packZooms.least,
      }),
  },
  'list-import-check': {
    ask: async (client) =>
      (await send(app, client, unit.name, 'rows.csv', file())).json<{ jobId: number }>().jobId,
  },
  'list-import': {
    ask: async (client) =>
      started(client, applyImport, {
        id: (await check(app, client, unit.name, file())).jobId,
        onlyValid: false,
      }),
  },
}
const outcome = async (id: number) => {
  await app.jobs.work()
  return (await app.db.read(mine.id, (tx) =>
    row<{ state: string; message: string | null; resultKey: string | null }>(
      tx,
      sql`select state, message, result_key from job where id = ${id}`,
    ),
  ))!
}
const changed = (statement: ReturnType<typeof sql>) =>
  app.db.write(mine.id, async (tx) => {
    await statement.execute(tx)
    await raiseRights(tx, mine.id)
  })
const lost = { state: 'failed', message: '操作人已没有相应权限，没有执行', resultKey: null }

test('every kind of job is tried here', () =>
  expect(app.jobs.kinds.sort()).toEqual(Object.keys(kinds).sort()))

test.each(Object.entries(kinds))(
  '%s is done for whoever may, and for nobody who may no longer',
  async (_kind, { ask, isPlaced }) => {
    const able = await newMember(app, mine, every)
    expect((await outcome(await ask(able))).state).toBe('done')
    const ways: ((account: number) => ReturnType<typeof sql>)[] = [
      (account) =>
        sql`delete from role_permission where role_id in (select role_id from member_role mr
          join member m on m.id = mr.member_id where m.account_id = ${account})`,
      (account) => sql`update member set enabled_flag = 0 where account_id = ${account}`,
      (account) => sql`update account set enabled_flag = 0 where id = ${account}`,
      ...(isPlaced
        ? [
            (account: number) =>
              sql`update member set data_scope = 'areas',
                scope_area_ids = ${[elsewhere.id]}::bigint[] where account_id = ${account}`,
          ]
        : []),
    ]
    for (const way of ways) {
      const asker = await newMember(app, mine, every)
      const id = await ask(asker)
      await changed(way(asker.accountId))
      expect([String(way), await outcome(id)]).toEqual([String(way), lost])
    }
  },
)

test('a list, a report and a log hold what their asker sees when they are written', async () => {
  const asker = await newMember(app, mine, every)
  const id = await kinds['list-export']!.ask(asker)
  await changed(
    sql`update member set data_scope = 'areas', scope_area_ids = ${[elsewhere.id]}::bigint[]
      where account_id = ${asker.accountId}`,
  )
  expect(await outcome(id)).toMatchObject({ state: 'done', message: '0' })
})

test('what a gateway gathers of devices whose type one may not see is named, and no more', async () => {
  const probe = await newDevice(mine.admin, 'soil', { areaId: gateway.areaId })
  await mine.admin.call(addCollection, {
    id: gateway.id,
    deviceId: probe.id,
    metrics: ['humidity.1'],
  })
  await app.db.write(mine.id, async (tx) => {
    await sql`insert into telemetry_report (tenant_id, device_id, at, metrics, measured)
      values (${mine.id}, ${probe.id}, now() - interval '5 minutes', '{humidity.1}', '{23.5}')`.execute(
      tx,
    )
    await sql`insert into device_latest (tenant_id, device_id, metric, at, value)
      values (${mine.id}, ${probe.id}, 'humidity.1', now() - interval '5 minutes', 23.5)`.execute(
      tx,
    )
  })
  const looker = await newMember(
    app,
    mine,
    every.filter(
      (code) =>
        code !== device.permissions.list && code !== 'wfpf.farm.equipment.config.tubularMoisture',
    ),
  )
  const values = async (client: Client) =>
    (await client.call(collectionData, { id: gateway.id })).map(({ newestData }) => newestData)
  expect([await values(mine.admin), await values(looker)]).toEqual([[23.5], [null]])
  const told = async (client: Client) => {
    const id = await kinds['collection-export']!.ask(client)
    await app.jobs.work()
    const { resultUrl } = await client.call(job, { id })
    return (await download(client, resultUrl)).body.includes('23.5')
  }
  expect([await told(mine.admin), await told(looker)]).toEqual([true, false])
})
