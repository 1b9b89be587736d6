import { sql } from 'kysely'
import type { z } from 'zod'
import { safetyIntervals } from '#contract/inventory/interval-calls.ts'
import { rows } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const idsOf = (text: string | undefined) => (text ? text.split(',').map(Number) : [])

/**
 * How long goods keep the harvest back where they are to be used: the longest of all plots. What
 * grows on ground that the caller does not see is not asked: the answer would tell of it.
 */
export function serveIntervals(app: Services): void {
  serve(app, safetyIntervals, ({ skuIds, landIds, batchId = null, on = null }, { read, tenant }) =>
    read((tx) =>
      rows<z.output<typeof safetyIntervals.answer>[number]>(
        tx,
        sql`select s.id as sku_id, s.name, max(i.days) as days from sku_view s
          join tenant n on n.id = ${tenant}
          left join land l on l.id = any(${idsOf(landIds)}::bigint[])
          cross join lateral (select furrow_safety_interval(s.product_id, l.id,
            coalesce(${on}::date, (now() at time zone n.time_zone)::date), (select b.id from batch b where b.id = ${batchId}::bigint)) as days) i
          where s.id = any(${idsOf(skuIds)}::bigint[]) and i.days > 0
          group by s.id, s.name order by days desc, s.id`,
      ),
    ),
  )
}
