import { sql } from 'kysely'
import type { SeedAhead } from '#contract/plan/needs-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'

const mostSeeds = 50
/**
 * Seeds of what a batch grows, those of its variety first, with their lots that are left in any
 * warehouse. `isTold`: whoever asks may see stock.
 */
export const seedsOf = (tx: Tx, batchId: number, isTold: boolean): Promise<SeedAhead[]> =>
  rows<SeedAhead>(
    tx,
    sql`select s.id, s.seed_name as name, s.germination, s.thousand_seed_weight::float8 as thousand_weight,
        ${
          isTold
            ? sql`(select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'lot', o.lot, 'germination', o.germination, 'testedOn', o.tested_on,
                'quantity', o.quantity, 'unitName', o.unit_name) order by o.expires_on nulls last, o.lot), '[]')
              from stock_lot_view o join product_sku k on k.tenant_id = o.tenant_id and k.id = o.sku_id
              where k.product_id = s.product_id and o.quantity > 0)`
            : sql`'[]'::jsonb`
        } as lots
      from batch b join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id
      join seed s on s.tenant_id = b.tenant_id and s.crop_id = v.crop_id and (s.variety_id is null or s.variety_id = v.id)
      where b.id = ${batchId} order by s.variety_id nulls last, s.seed_name, s.id limit ${mostSeeds}`,
  )
