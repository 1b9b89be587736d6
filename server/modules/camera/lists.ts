import { sql } from 'kysely'
import {
  allCameras,
  cameraData,
  removeCamera,
  areaCameras,
  cameraTree,
  tenantCameras,
  type CameraBrief,
} from '#contract/camera/viewing.ts'
import { camera } from '#contract/camera/camera.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { demand, type Crud } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** Cameras by base and name, of one base or of all that the transaction sees. */
const briefs = (tx: Tx, areaId: number | null = null) =>
  rows<CameraBrief & { areaName: string }>(
    tx,
    sql`select c.id, c.name, c.device_serial, c.channel_no, c.camera_type, c.camera_enter, c.online, c.enabled_flag,
      c.area_id, a.area_name, c.land_id, l.land_name
    from camera_view c join area a on a.tenant_id = c.tenant_id and a.id = c.area_id
      left join land l on l.tenant_id = c.tenant_id and l.id = c.land_id
    where ${areaId}::bigint is null or c.area_id = ${areaId}
    order by a.area_name collate "zh-x-icu", c.area_id, c.name collate "zh-x-icu", c.id limit 2000`,
  )

/** Cameras for choosers and walls: whole, and short. */
export function cameraLists(app: Services, { remove }: Crud): void {
  serve(app, removeCamera, ({ id }, context) =>
    context.write(async (write) => {
      await remove(id, write, context)
      return 1 as const
    }),
  )
  serve(app, cameraData, ({ cameraId }, { read }) =>
    read(async (tx) => {
      const { online, deviceSerial } = await demand(tx, camera, cameraId, 'show')
      const box = await row<{ id: number; lastSeenAt: string | null }>(
        tx,
        sql`select id, last_seen_at from device where device_type = ${camera.name} and lower(eui) = lower(${deviceSerial})`,
      )
      const readings = await rows<{ metric: string; value: number; at: string }>(
        tx,
        sql`select metric, value, at from device_latest where device_id = ${box?.id ?? 0} order by metric`,
      )
      return { cameraId, online: Number(online), lastSeenAt: box?.lastSeenAt ?? null, readings }
    }),
  )
  serve(app, allCameras, (_, { read }) => read((tx) => briefs(tx)))
  serve(app, tenantCameras, (_, { read }) => read((tx) => briefs(tx)))
  serve(app, areaCameras, ({ areaId }, { read }) => read((tx) => briefs(tx, areaId)))
  serve(app, cameraTree, async (_, { read }) => {
    const bases = new Map<number, { areaId: number; areaName: string; cameras: CameraBrief[] }>()
    for (const one of await read((tx) => briefs(tx))) {
      const base = bases.get(one.areaId) ?? {
        areaId: one.areaId,
        areaName: one.areaName,
        cameras: [],
      }
      base.cameras.push(one)
      bases.set(one.areaId, base)
    }
    return [...bases.values()]
  })
}
