import { sql } from 'kysely'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { plan, planStates } from '#contract/plan/plan.ts'
import { rows } from '#server/db/database.ts'
import type { HomeFeed } from '#server/services/home.ts'

interface Late {
  id: number
  name: string
  lateItems: number
  slipDays: number | null
  areaName: string
  count: number
}
/** Plans of which something is late, for whoever gives their items to people. */
export const planFeed: HomeFeed = {
  kind: 'plan',
  isFor: (codes) => codes.has(plan.permissions.release),
  load: async (tx, { base, most }) => {
    const late = await rows<Late>(
      tx,
      sql`select p.id, p.plan_name as name, p.late_items, p.slip_days, a.area_name,
          count(*) over () as count
        from plan_view p join area a on a.id = p.area_id
        where p.state = ${planStates.active} and p.late_flag = 1
          ${base ? sql`and p.area_id = ${base}` : sql``}
        order by p.late_items desc, p.id limit ${most}`,
    )
    return {
      count: late[0]?.count ?? 0,
      items: late.map(({ id, count: _count, ...told }): WaitingItem => ({
        kind: 'plan',
        id,
        at: null,
        urgency: 2,
        plan: told,
      })),
    }
  },
}
