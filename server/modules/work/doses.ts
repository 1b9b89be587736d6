import { sql } from 'kysely'
import { taskDoses, type GoodsDose } from '#contract/work/task-calls.ts'
import { rows } from '#server/db/database.ts'
import { partsFrom } from '#contract/farm/land-part.ts'
import { acreageOf } from '#server/modules/planting/engine/plots.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** Ids that stand in a query with commas between them, each once. */
export const idsOf = (said: string) => [...new Set(said.split(',').map(Number))]

/** What goods say that a mu takes, and what that makes for some plots. */
export function serveDoses(app: Services): void {
  serve(app, taskDoses, ({ landIds, parts, skuIds }, { read }) =>
    read(async (tx) => {
      const plots = landIds ? idsOf(landIds) : []
      const area = await acreageOf(tx, plots, partsFrom(parts ?? ''))
      return {
        area,
        goods: await rows<GoodsDose>(
          tx,
          sql`select k.id as sku_id, k.name, u.name as unit_name, p.dose_per_mu,
              round(p.dose_per_mu * ${area}::numeric, 3) as quantity
            from sku_view k join product p on p.id = k.product_id left join unit u on u.id = k.unit_id
            where k.id = any(${idsOf(skuIds)}::bigint[]) and p.dose_per_mu is not null order by k.id`,
        ),
      }
    }),
  )
}
