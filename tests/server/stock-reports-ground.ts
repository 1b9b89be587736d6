import { sql } from 'kysely'
import { product } from '#contract/inventory/product.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { callOf, type NewRow } from '#contract/entity-calls.ts'
import { row } from '#server/db/database.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'
import { sample } from './samples.ts'

export const skuOf = async (name: string, type: NewRow<typeof product>['type']) => {
  const made = await mine.admin.call(callOf(product, 'create'), {
    ...(await sample(product, mine.admin)),
    name,
    type,
  })
  return (await app.db.read(mine.id, (tx) =>
    row<{ id: number }>(tx, sql`select id from product_sku where product_id = ${made.id}`),
  ))!.id
}
type Movement = readonly [type: string, on: string, quantity: number, value: number]
/** Movements of one line of a document, straight into the ledger. */
export async function post(
  warehouseId: number,
  skuId: number,
  lot: string,
  ...movements: Movement[]
): Promise<void> {
  await app.db.write(mine.id, async (tx) => {
    const document = (await row<{ id: number }>(
      tx,
      sql`insert into stock_document (code, kind, occurred_on, warehouse_id, audit_status)
        values (${unique('D')}, 'warehousing', ${movements[0]![1]}, ${warehouseId}, 2) returning id`,
    ))!
    const line = (await row<{ id: number }>(
      tx,
      sql`insert into stock_document_line (document_id, position, sku_id, lot, quantity)
        values (${document.id}, 1, ${skuId}, ${lot}, ${Math.abs(movements[0]![2])}) returning id`,
    ))!
    for (const [type, on, quantity, value] of movements) {
      await sql`insert into stock_ledger (document_id, line_id, warehouse_id, sku_id, lot, type,
        quantity, unit_cost, value, balance_quantity, balance_value, occurred_on)
        values (${document.id}, ${line.id}, ${warehouseId}, ${skuId}, ${lot}, ${type}, ${quantity},
        0, ${value}, 0, 0, ${on})`.execute(tx)
    }
  })
}
export const { app, mine } = await oneFarm()
const house = async (name: string) =>
  (
    await mine.admin.call(callOf(warehouse, 'create'), {
      ...(await sample(warehouse, mine.admin)),
      name,
    })
  ).id
export const [shed, cellar] = [await house('甲仓'), await house('乙窖')] as const
export const [urea, film] = [
  await skuOf('尿素', 'fertilizer'),
  await skuOf('地膜', 'film'),
] as const
await post(shed, urea, '', ['in', '2026-01-10', 100, 200])
await post(shed, urea, '', ['in', '2026-03-01', 50, 150])
await post(shed, urea, '', ['out', '2026-03-15', -60, -140])
await post(shed, urea, '', ['out', '2026-04-20', -20, -46.67], ['voidOut', '2026-04-21', 20, 46.67])
await post(shed, urea, '', ['in', '2026-05-01', 10, 40], ['voidIn', '2026-05-01', -10, -40])
await post(cellar, film, 'L1', ['in', '2026-02-01', 10, 100])
await post(cellar, film, 'L2', ['in', '2026-04-01', 5, 60])
await post(cellar, film, 'L1', ['out', '2026-04-10', -4, -40])
