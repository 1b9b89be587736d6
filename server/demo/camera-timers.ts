import { sql } from 'kysely'
import { cameraTimer } from '#contract/camera/timer.ts'
import type { CameraBrief } from '#contract/camera/viewing.ts'
import type { Database } from '#server/db/database.ts'
import type { Client } from './client.ts'

/** By daylight, so that a series of a few days already shows something. */
const every = '0 8-18/2 * * *'
const keepDays = 60

/** The cameras that turn take a picture of their plots every other hour. */
export async function makeCameraTimers(admin: Client): Promise<void> {
  const cameras = await admin.call<CameraBrief[]>('GET /wfpe/v1/{tenant}/camera/all')
  for (const { id, name, cameraType, enabledFlag } of cameras)
    if (cameraType === 1 && enabledFlag === 1)
      await admin.call(cameraTimer.api.create, {
        name: `${name}·白天每两小时`,
        cameraId: id,
        cron: every,
        keepDays,
        enabledFlag: 1,
      })
}
/** Their series begin with a picture of now, whatever the hour: once the farm is at work and the machine at rest. */
export const takeFirstPictures = (db: Database, tenant: number): Promise<unknown> =>
  db.write(tenant, (tx) =>
    sql`update camera_timer set next_on = date_trunc('second', now()) + interval '3 minutes'`.execute(
      tx,
    ),
  )
