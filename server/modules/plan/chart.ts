import { sql } from 'kysely'
import { planChart, type ChartItem } from '#contract/plan/plan-calls.ts'
import { planItemStates } from '#contract/plan/plan-item.ts'
import { slackOf } from '#contract/plan/schedule.ts'
import { row, rows } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'
import { lockFinder } from './engine/plan-locks.ts'

type Drawn = Omit<ChartItem, 'slack' | 'locks'> & { category: string }

/** A plan as it is drawn. */
export function serveChart(app: Services): void {
  serve(app, planChart, ({ id }, { read, tenant }) =>
    read(async (tx) => {
      const of = await row<{ landIds: number[] }>(
        tx,
        sql`select b.land_ids from plan p join batch b on b.tenant_id = p.tenant_id and b.id = p.batch_id
          where p.id = ${id}`,
      )
      if (!of) throw notFound()
      const now = await today(tx, tenant)
      const items = await rows<Drawn>(
        tx,
        sql`select i.id, i.object_version_number, i.title, y.name as task_type_name, y.category, i.state,
            i.starts_on, i.ends_on, i.after_ids, i.lag_days, i.progress, i.late_flag, i.baseline_starts_on,
            i.baseline_ends_on, i.slip_days, w.id as leader_id, w.real_name as leader_name, i.people, i.planned_hours, i.task_id
          from plan_item_view i join task_type y on y.tenant_id = i.tenant_id and y.id = i.task_type_id
          join plan p on p.tenant_id = i.tenant_id and p.id = i.plan_id
          left join worker w on w.tenant_id = i.tenant_id and w.id = coalesce(i.leader_id, p.leader_id)
          where i.plan_id = ${id} order by coalesce(i.baseline_starts_on, i.starts_on), i.ends_on, i.id`,
      )
      const slack = slackOf(items.map((one) => ({ ...one, after: one.afterIds, lag: one.lagDays })))
      const locksOf = await lockFinder(tx, id, of.landIds)
      return {
        today: now,
        items: items.map(({ category, ...one }) => ({
          ...one,
          slack: slack.get(one.id) ?? 0,
          locks:
            one.state === planItemStates.done || one.state === planItemStates.inProgress
              ? []
              : locksOf({ id: one.id, startsOn: one.startsOn, picks: category === 'harvest' }),
        })),
      }
    }),
  )
}
