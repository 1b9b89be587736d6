import { sql } from 'kysely'
import { planStates } from '#contract/plan/plan.ts'
import type { Services } from '#server/services/services.ts'

/** Plans of which something is late. */
export function countPlans({ waiting }: Services): void {
  waiting.set(
    'plan',
    (_context, areaId) =>
      sql`select count(*) as count, count(*) as urgent from plan_view p
        where p.state = ${planStates.active} and p.late_flag = 1 and (${areaId}::bigint is null or p.area_id = ${areaId})`,
  )
}
