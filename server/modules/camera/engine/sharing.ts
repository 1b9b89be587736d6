import { sql } from 'kysely'
import { shareCode } from '#contract/camera/camera.ts'
import { row, type Database, type Tx } from '#server/db/database.ts'
import { codesNow, seesAreaNow } from '#server/http/author.ts'
import { sharedKeyOf } from '#server/http/shared-key.ts'
import type { Ticket } from './tickets.ts'

/** Seconds after which somebody who was not heard of does not look any more. */
export const watchingSeconds = 12

export interface OpenShare {
  id: number
  cameraId: number
  cameraName: string
  areaId: number
  isOpen: boolean
  title: string
  passwordHash: string | null
  expiresAt: string
  createdBy: number
}
/** A link that stands: neither over nor taken back. */
const standing = sql`select s.id, s.camera_id, c.name as camera_name, c.area_id, c.enabled_flag = 1 as is_open,
    s.title, s.password_hash, s.expires_at, s.created_by
  from camera_share s join camera c on c.tenant_id = s.tenant_id and c.id = s.camera_id
  where s.revoked_at is null and s.expires_at > now()`

/** Whether whoever made a link may still share, and still sees the camera. */
const stillMay = async (tx: Tx, tenant: number, { createdBy, areaId }: OpenShare) =>
  (await codesNow(tx, tenant, createdBy)).has(shareCode) && seesAreaNow(tx, createdBy, areaId)

/** What a link opens, its tenant being named in it; null for all that are worth nothing. */
export async function shareOf(
  db: Database,
  token: string,
): Promise<(OpenShare & { tenant: number }) | null> {
  const key = sharedKeyOf(token)
  if (!key) return null
  const { tenant, hash } = key
  const found = await db.read(tenant, async (tx) => {
    const share = await row<OpenShare>(tx, sql`${standing} and s.token_hash = ${hash}`)
    return share && (await stillMay(tx, tenant, share)) ? share : null
  })
  return found && { ...found, tenant }
}

/** Whether a viewer of a link may go on looking; notes that they still do. */
export const mayWatchShared = (
  db: Database,
  { tenant, camera, share: viewer }: Pick<Ticket, 'tenant' | 'camera' | 'share'>,
): Promise<boolean> =>
  db.write(tenant, async (tx) => {
    const share = await row<OpenShare>(
      tx,
      sql`${standing} and c.id = ${camera} and c.enabled_flag = 1
        and s.id = (select v.share_id from camera_share_viewer v where v.tenant_id = s.tenant_id and v.id = ${viewer})`,
    )
    if (!share || !(await stillMay(tx, tenant, share))) return false
    await sql`update camera_share_viewer set seen_at = now() where id = ${viewer}`.execute(tx)
    return true
  })
