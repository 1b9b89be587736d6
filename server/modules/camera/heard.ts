import { sql } from 'kysely'
import { camera as cameras } from '#contract/camera/camera.ts'
import type { Database } from '#server/db/database.ts'
import type { CameraFault } from './engine/source.ts'
import type { StreamKey } from './engine/streams.ts'

/** What says of a camera that it is not there, and not that it was not asked rightly. */
const silent: readonly string[] = ['offline', 'unreachable', 'no_stream', 'not_found']

/** Keeps whether a camera was there when it was last asked for its picture. */
export const noteHeard =
  (db: Database) =>
  ({ tenant, camera, from }: StreamKey, fault: CameraFault | null): void => {
    // A card without that hour says nothing of the camera.
    if (from) return
    if (fault && !silent.includes(fault.code)) return
    const heard = fault ? 0 : 1
    // A picture that does not come in time says less than the box on the pole that is heard.
    const isSure = !fault || fault.code === 'offline'
    db.write(tenant, async (tx) => {
      await sql`update camera c set heard_at = now(), heard_flag = ${heard}
        where c.id = ${camera} and (${isSure} or not exists (
          select from device d where lower(d.eui) = lower(c.device_serial)
            and d.device_type = ${cameras.name}))`.execute(tx)
    }).catch(() => undefined)
  }
