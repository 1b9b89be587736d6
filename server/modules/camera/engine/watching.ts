import { sql } from 'kysely'
import { camera } from '#contract/camera/camera.ts'
import { liveAddress } from '#contract/camera/viewing.ts'
import { codesOf } from '#contract/call.ts'
import { row } from '#server/db/database.ts'
import { standing } from '#server/http/actor.ts'
import type { Platform } from '#server/http/context.ts'
import { mayWatchShared } from './sharing.ts'
import type { Ticket } from './tickets.ts'

/** Ms between two looks whether who watches still may. */
export const lookMs = 4000

const codes = codesOf(liveAddress)
/**
 * Whether a ticket's holder may watch at this moment: their session stands, they hold the code, see
 * the camera, and it is open; or the link that they came by stands (`sharing.ts`). What was given for
 * the picture in a list opens no film.
 */
export async function mayWatch(
  platform: Platform,
  ticket: Ticket,
  what: 'film' | 'glance' = 'film',
): Promise<boolean> {
  const { tenant, camera: id, session, isGlance } = ticket
  if (isGlance && what === 'film') return false
  if (ticket.share !== null) return mayWatchShared(platform.db, ticket)
  if (session === null) return false
  const found = await platform.db.platform((tx) =>
    row<{
      accountId: number
      viewRoleId: number | null
      permissionVersion: number
      subModules: string[]
    }>(
      tx,
      sql`select s.account_id, s.view_role_id, t.permission_version, t.sub_modules
      from session s join account a on a.id = s.account_id and a.enabled_flag = 1
        join tenant t on t.id = s.tenant_id and t.enabled_flag = 1
      where s.id = ${session} and s.tenant_id = ${tenant} and ${standing}`,
    ),
  )
  if (!found) return false
  const rights = await platform.rights.of({
    tenantId: tenant,
    accountId: found.accountId,
    viewedRole: found.viewRoleId,
    permissionVersion: found.permissionVersion,
    subModules: found.subModules,
  })
  if (!codes.some((code) => rights.codes.has(code))) return false
  const seen = await platform.db.read(
    tenant,
    (tx) =>
      row(tx, sql`select 1 from ${sql.table(camera.name)} where id = ${id} and enabled_flag = 1`),
    rights.scope,
    found.accountId,
  )
  return seen !== undefined && seen !== null
}
