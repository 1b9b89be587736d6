import { sql } from 'kysely'
import { camera } from '#contract/camera/camera.ts'
import * as calls from '#contract/camera/share.ts'
import { row, rows } from '#server/db/database.ts'
import { HttpError, invalidFields, notFound } from '#server/db/http-error.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { newSharedKey } from '#server/http/shared-key.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import type { Services } from '#server/services/services.ts'
import { watchingSeconds } from './engine/sharing.ts'

const dayMs = 86_400_000
/** A page that was filled in an hour ago still means the same days. */
const slackMs = 3_600_000
/** Links of one camera that stand at a time. */
const mostOpen = 20

const watching = sql`(select count(*)::int from camera_share_viewer v where v.tenant_id = s.tenant_id
  and v.share_id = s.id and v.seen_at > now() - ${`${watchingSeconds} seconds`}::interval
  and s.revoked_at is null and s.expires_at > now())`

/** Links to cameras, as those make and take them back who may. */
export function shareCalls(app: Services): void {
  serve(app, calls.cameraShareState, ({ cameraId }, { read }) =>
    read(async (tx) => {
      await demand(tx, camera, cameraId, 'show')
      const found = await row<{ links: number; watching: number }>(
        tx,
        sql`select count(*)::int as links, coalesce(sum(${watching}), 0)::int as watching from camera_share s
          where s.camera_id = ${cameraId} and s.revoked_at is null and s.expires_at > now()`,
      )
      const { links, watching: now } = found!
      return { shared: links > 0 ? 1 : 0, links, watching: now }
    }),
  )

  serve(app, calls.cameraShares, ({ cameraId }, { read }) =>
    read(async (tx) => {
      await demand(tx, camera, cameraId, 'show')
      return rows<calls.CameraShare>(
        tx,
        sql`select s.id, s.title, s.password_hash is not null as has_password, s.expires_at, s.revoked_at,
          case when s.revoked_at is not null then 'revoked' when s.expires_at <= now() then 'over' else 'open' end as state,
          s.creation_date as created_at, a.real_name as created_by_name, ${watching} as watching, s.viewer_count as viewers
        from camera_share s left join account a on a.id = s.created_by
        where s.camera_id = ${cameraId} order by s.id desc limit 100`,
      )
    }),
  )

  serve(app, calls.saveCameraShare, async (input, { write, actor, tenant }) => {
    const { cameraId, title, password } = input
    const ms = Date.parse(input.expiresAt) - Date.now()
    if (ms <= 0) throw invalidFields({ expiresAt: { code: 'share.past' } })
    if (ms > calls.mostShareDays * dayMs + slackMs)
      throw invalidFields({
        expiresAt: { code: 'share.too_long', params: { days: calls.mostShareDays } },
      })
    const { key, hash } = newSharedKey(tenant)
    const passwordHash = password ? await hashPassword(password) : null
    return write(async ({ tx, audit, announce }) => {
      const { name } = await demand(tx, camera, cameraId, 'show')
      const open = await row<{ count: number }>(
        tx,
        sql`select count(*)::int as count from camera_share
          where camera_id = ${cameraId} and revoked_at is null and expires_at > now()`,
      )
      if (open!.count >= mostOpen)
        throw new HttpError(422, 'share.too_many', { params: { most: mostOpen } })
      const made = await row<{ id: number }>(
        tx,
        sql`insert into camera_share (camera_id, title, token_hash, password_hash, expires_at, created_by)
          values (${cameraId}, ${title}, ${hash}, ${passwordHash}, ${input.expiresAt}, ${actor.accountId})
          returning id`,
      )
      await audit({
        entity: camera.name,
        recordId: cameraId,
        title: String(name),
        action: 'share',
        after: { title, expiresAt: input.expiresAt },
      })
      await announce({ resource: camera.name, ids: [cameraId], kind: 'updated' })
      return { id: made!.id, token: key }
    })
  })

  serve(app, calls.revokeCameraShare, ({ id }, { write }) =>
    write(async ({ tx, audit, announce }) => {
      const found = await row<{ cameraId: number; title: string; name: string }>(
        tx,
        sql`select s.camera_id, s.title, c.name from camera_share s
          join camera c on c.tenant_id = s.tenant_id and c.id = s.camera_id where s.id = ${id} for update of s`,
      )
      if (!found) throw notFound()
      await sql`update camera_share set revoked_at = coalesce(revoked_at, now()) where id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: camera.name,
        recordId: found.cameraId,
        title: found.name,
        action: 'unshare',
        before: { title: found.title },
      })
      await announce({ resource: camera.name, ids: [found.cameraId], kind: 'updated' })
      return { id }
    }),
  )
}
