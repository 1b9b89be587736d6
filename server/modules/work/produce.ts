import { sql } from 'kysely'
import { massOf, weightOf } from '#contract/inventory/mass.ts'
import { produceWeight, type ProduceWeight } from '#contract/work/task-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

interface Counted {
  skuId: number
  code: string | null
  unitName: string | null
  enName: string | null
  packs: { code: string; enName: string | null; ratio: number }[]
}
/** How goods are counted, and what one of them weighs. */
export async function weightsOf(
  tx: Tx,
  skuIds: readonly number[],
): Promise<Map<number, ProduceWeight>> {
  const found = await rows<Counted>(
    tx,
    sql`select k.id as sku_id, u.code, u.name as unit_name, u.en_name,
        (select coalesce(jsonb_agg(jsonb_build_object('code', n.code, 'enName', n.en_name, 'ratio', w.ratio) order by w.position), '[]')
          from product_unit w join unit n on n.tenant_id = w.tenant_id and n.id = w.unit_id
          where w.tenant_id = k.tenant_id and w.product_id = k.product_id) as packs
      from sku_view k left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
      where k.id = any(${skuIds}::bigint[])`,
  )
  return new Map(
    found.map(({ skuId, code, unitName, enName, packs }) => {
      const unit = { code: code ?? '', enName }
      return [
        skuId,
        {
          unitName,
          enName,
          kilograms: weightOf({ unit, packs }),
          massFlag: massOf(unit) === null ? 0 : 1,
        },
      ]
    }),
  )
}

export function serveProduce(app: Services): void {
  serve(app, produceWeight, ({ skuId }, { read }) =>
    read(async (tx) => {
      const found = (await weightsOf(tx, [skuId])).get(skuId)
      if (!found) throw notFound()
      return found
    }),
  )
}
