import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { board } from '#contract/equipment/board.ts'
import { alarmRule } from '#contract/equipment/alarm-rule.ts'
import { controlRule } from '#contract/equipment/control-rule.ts'
import { deviceGroup } from '#contract/equipment/device-group.ts'
import { sees } from '#contract/equipment/reach.ts'
import { usesOf, type Uses } from '#contract/equipment/uses.ts'
import { rows } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'

const lists = { controlRule: controlRule.permissions.list, alarmRule: alarmRule.permissions.list, deviceGroup: deviceGroup.permissions.list, board: board.permissions.list }
const mostNamed = 50

/** What goes on naming a device or a group that is deleted. */
export function uses(app: FastifyInstance): void {
  serve(app, usesOf, ({ kind, ids }, { read, codes }) => read(async (tx): Promise<Uses> => {
    const asked = ids.split(',').map(Number)
    // Nobody learns by this what hangs on devices that they may not see.
    const seen = kind === 'deviceGroup' ? (codes.has(deviceGroup.permissions.list) ? await rows<{ id: number }>(tx, sql`select id from device_group where id = any(${asked}::bigint[])`) : [])
      : (await rows<{ id: number; deviceType: string }>(tx, sql`select id, device_type from device where id = any(${asked}::bigint[])`)).filter(({ deviceType }) => sees(codes, deviceType))
    const all = await rows<Uses['uses'][number]>(tx, sql`select what, id, name from furrow_uses(${kind}, ${seen.map(({ id }) => id)}::bigint[])`)
    const open = new Set((await rows<{ what: string; id: number }>(tx, sql`select 'controlRule' as what, id from control_rule where id = any(${idsOf(all, 'controlRule')}::bigint[])
      union all select 'alarmRule', id from alarm_rule where id = any(${idsOf(all, 'alarmRule')}::bigint[]) union all select 'deviceGroup', id from device_group where id = any(${idsOf(all, 'deviceGroup')}::bigint[])
      union all select 'board', id from board where id = any(${idsOf(all, 'board')}::bigint[])
      union all select 'strategy', id from device where id = any(${idsOf(all, 'strategy')}::bigint[])`)).map(({ what, id }) => `${what}/${id}`))
    const shown = all.filter(({ what, id }) => open.has(`${what}/${id}`) && (what === 'strategy' ? sees(codes, 'gateway') : codes.has(lists[what]))).slice(0, mostNamed)
    return { uses: shown, hidden: all.length - shown.length }
  }))
}
const idsOf = (all: Uses['uses'], what: string) => all.filter((one) => one.what === what).map(({ id }) => id)
