import { sql } from 'kysely'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { camera } from '#contract/camera/camera.ts'
import {
  cameraBox,
  cameraEventRules,
  eventMetrics,
  type EventMetric,
} from '#contract/camera/events.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

interface Box {
  id: number
  name: string
  areaId: number | null
  landId: number | null
  enabledFlag: number
}
const boxOf = (tx: Tx, serial: string) =>
  row<Box>(
    tx,
    sql`select id, name, area_id, land_id, enabled_flag from device
      where device_type = ${camera.name} and lower(eui) = lower(${serial})`,
  )
/** The readings that rules of its place look at. */
const lookedAt = (tx: Tx, { id, areaId, landId }: Box) =>
  rows<{ metric: string }>(
    tx,
    sql`select distinct metric from alarm_rule
      where enabled_flag = 1 and device_type = ${camera.name} and trigger in ('threshold', 'count', 'rate', 'fault')
        and (device_ids = '{}' or ${id} = any(device_ids))
        and (area_id is null or area_id = ${areaId}) and (land_id is null or land_id = ${landId})`,
  )

/** What a camera's events come to: the box that they are readings of, the rules that look at them. */
export function eventRuleCalls(app: Services): void {
  serve(app, cameraBox, ({ deviceSerial }, { read }) =>
    read(async (tx) => {
      const box = await boxOf(tx, deviceSerial)
      const problem = !box
        ? ('noBox' as const)
        : box.enabledFlag === 1
          ? null
          : ('boxDisabled' as const)
      return { problem }
    }),
  )
  serve(app, cameraEventRules, ({ cameraId }, { read, codes }) => {
    const { create } = alarmRule.permissions
    if (![create].flat().some((code) => codes.has(code)))
      throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: [create].flat() } })
    return read(async (tx) => {
      const { eventsFlag, deviceSerial } = await demand(tx, camera, cameraId, 'show')
      const box = eventsFlag === 1 ? await boxOf(tx, String(deviceSerial)) : null
      if (!box) return { device: null, uncovered: [] }
      const metrics = (await lookedAt(tx, box)).map(({ metric }) => metric)
      const uncovered: EventMetric[] = eventMetrics.filter((one) => !metrics.includes(one))
      const { id, name, areaId } = box
      return { device: { id, name, areaId }, uncovered }
    })
  })
}
