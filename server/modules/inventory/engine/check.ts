import { eachAlone } from '#server/db/parts.ts'
import { sql } from 'kysely'
import { rows, type Database, type Tx } from '#server/db/database.ts'

/** A balance that its ledger does not bear out. */
interface StockFault {
  warehouseId: number
  skuId: number
  lot: string
  quantity: number
  ledgerQuantity: number
  value: number
  ledgerValue: number
  average: number | null
}

/**
 * Every balance against the sum of its ledger, against its average, and against its own last row;
 * none is how it should be.
 */
export const checkStock = (tx: Tx): Promise<StockFault[]> =>
  rows<StockFault>(
    tx,
    sql`
  with summed as (select warehouse_id, sku_id, lot, sum(quantity) as quantity, sum(value) as value,
  max(id) as last_id from stock_ledger group by 1, 2, 3)
  select coalesce(b.warehouse_id, s.warehouse_id) as warehouse_id, coalesce(b.sku_id,
  s.sku_id) as sku_id, coalesce(b.lot, s.lot) as lot,
    coalesce(b.quantity, 0) as quantity, coalesce(s.quantity, 0) as ledger_quantity,
    coalesce(b.value, 0) as value, coalesce(s.value, 0) as ledger_value, b.average
  from stock_balance b full join summed s on s.warehouse_id = b.warehouse_id and s.sku_id = b.sku_id and s.lot = b.lot
    left join stock_ledger g on g.id = s.last_id
  where coalesce(b.quantity, 0) <> coalesce(s.quantity, 0) or coalesce(b.value, 0) <> coalesce(s.value, 0)
    or abs(b.value - b.quantity * coalesce(b.average, 0)) > 0.01 or (b.quantity = 0 and b.value <> 0)
    or g.balance_quantity <> b.quantity or g.balance_value <> b.value
  order by 1, 2, 3 limit 1000`,
  )

const dayMs = 24 * 3_600_000

/** Checks every tenant's stock. Answers the tenants that have faults. */
export async function checkAllStock(
  db: Database,
): Promise<{ tenant: number; faults: StockFault[] }[]> {
  const tenants = await db.platform((tx) =>
    rows<{ id: number }>(tx, sql`select id from tenant order by id`),
  )
  const found: { tenant: number; faults: StockFault[] }[] = []
  await eachAlone(
    tenants,
    ({ id }) => `stock of tenant ${id}`,
    async ({ id }) => {
      const faults = await db.read(id, checkStock)
      if (faults.length > 0) found.push({ tenant: id, faults })
    },
  )
  return found
}

/** Checks once a day until told to stop; `report` hears of what is wrong. */
export function watchStock(
  db: Database,
  report: (tenant: number, faults: StockFault[]) => void,
): () => Promise<void> {
  let checking: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    checking = checkAllStock(db)
      .then((found) => found.forEach(({ tenant, faults }) => report(tenant, faults)))
      .catch(() => undefined)
  }, dayMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await checking
  }
}
