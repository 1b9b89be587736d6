import { sql } from 'kysely'
import { approvalProcess } from '#contract/approval/process.ts'
import type { Entity } from '#contract/entity.ts'
import { alarmContact } from '#contract/alarm/alarm-contact.ts'
import { board } from '#contract/board/board.ts'
import { screenEditCode } from '#contract/account/screen-calls.ts'
import { camera, watchCode } from '#contract/camera/camera.ts'
import { calculation } from '#contract/telemetry/calculation.ts'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import { sees } from '#contract/equipment/reach.ts'
import { usesOf, type UsedKind, type Uses } from '#contract/platform/uses.ts'
import { area } from '#contract/farm/area.ts'
import { partner } from '#contract/inventory/partner.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { organization } from '#contract/system/organization.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { sourceOf } from '#server/db/columns.ts'
import { rows } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const lists = {
  controlRule: controlRule.permissions.list,
  alarmRule: alarmRule.permissions.list,
  deviceGroup: deviceGroup.permissions.list,
  board: board.permissions.list,
  calculation: calculation.permissions.list,
  alarmContact: alarmContact.permissions.list,
  approvalProcess: approvalProcess.permissions.list,
  role: role.permissions.list,
  user: user.permissions.list,
  cameraLayout: watchCode,
  screen: screenEditCode,
}
/** What each kind is looked up by, but for devices, which have codes of their own types. */
const named = {
  camera,
  deviceGroup,
  calculation,
  area,
  user,
  role,
  organization,
  warehouse,
  partner,
} satisfies Record<Exclude<UsedKind, 'device'>, Entity>
const mostNamed = 50

/** What goes on naming something that is deleted. */
export function uses(app: Services): void {
  serve(app, usesOf, ({ kind, ids }, { read, codes, actor }) =>
    read(async (tx): Promise<Uses> => {
      const asked = ids.split(',').map(Number)
      // Nobody learns by this what hangs on devices that they may not see.
      const seen =
        kind !== 'device'
          ? [named[kind].permissions.list].flat().some((code) => codes.has(code))
            ? await rows<{ id: number }>(
                tx,
                sql`select id from ${sql.table(sourceOf(named[kind]))} where id = any(${asked}::bigint[])`,
              )
            : []
          : (
              await rows<{ id: number; deviceType: string }>(
                tx,
                sql`select id, device_type from device where id = any(${asked}::bigint[])`,
              )
            ).filter(({ deviceType }) => sees(codes, deviceType))
      const all = await rows<Uses['uses'][number]>(
        tx,
        sql`select what, id, name from furrow_uses(${kind}, ${seen.map(({ id }) => id)}::bigint[])
          union all select what, id, name from furrow_uses_of_places(${kind}, ${seen.map(({ id }) => id)}::bigint[])
          union all select what, id, name from furrow_uses_of_channels(${kind}, ${seen.map(({ id }) => id)}::bigint[])
          union all select what, id, name from furrow_uses_of_pictures(${kind}, ${seen.map(({ id }) => id)}::bigint[])`,
      )
      const open = new Set(
        (
          await rows<{ what: string; id: number }>(
            tx,
            sql`select 'controlRule' as what, id from control_rule
              where id = any(${idsOf(all, 'controlRule')}::bigint[])
      union all select 'alarmRule', id from alarm_rule
      where id = any(${idsOf(all, 'alarmRule')}::bigint[]) union all select 'deviceGroup', id
      from device_group where id = any(${idsOf(all, 'deviceGroup')}::bigint[])
      union all select 'board', id from board where id = any(${idsOf(all, 'board')}::bigint[])
      union all select 'calculation', id from calculation where id = any(${idsOf(all, 'calculation')}::bigint[])
      union all select 'alarmContact', id from alarm_contact
      where id = any(${idsOf(all, 'alarmContact')}::bigint[]) union all select 'approvalProcess', id
      from approval_process where id = any(${idsOf(all, 'approvalProcess')}::bigint[])
      union all select 'role', id from role where id = any(${idsOf(all, 'role')}::bigint[])
      union all select 'user', id from member where id = any(${idsOf(all, 'user')}::bigint[])
      union all select 'cameraLayout', id from camera_layout
      where id = any(${idsOf(all, 'cameraLayout')}::bigint[]) and (account_id = ${actor.accountId} or shared_flag = 1)
      union all select 'screen', id from tenant_screen where id = any(${idsOf(all, 'screen')}::bigint[])
      union all select 'strategy', id from device where id = any(${idsOf(all, 'strategy')}::bigint[])`,
          )
        ).map(({ what, id }) => `${what}/${id}`),
      )
      const shown = all
        .filter(
          ({ what, id }) =>
            open.has(`${what}/${id}`) &&
            (what === 'strategy' ? sees(codes, 'gateway') : codes.has(lists[what])),
        )
        .slice(0, mostNamed)
      return { uses: shown, hidden: all.length - shown.length }
    }),
  )
}
const idsOf = (all: Uses['uses'], what: string) =>
  all.filter((one) => one.what === what).map(({ id }) => id)
