import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transferTargets } from '#contract/inventory/document-calls.ts'
import { documents, transfer } from '#contract/inventory/document.ts'
import { area } from '#contract/farm/area.ts'
import { callOf } from '#contract/entity-calls.ts'
import { raiseRights } from '#server/db/rights.ts'
import { oneStore } from './ground.ts'
import { newMember } from './harness.ts'
import { make } from './samples.ts'
import { day, type Document } from './stock.ts'

const { app, mine, store } = await oneStore()

test('transfers are looked for by where they went, out of sight or out of use', async () => {
  const { id: areaId } = await make(area, mine.admin)
  const [from, away, closed] = [
    await store.warehouse(),
    await store.warehouse(),
    await store.warehouse(),
  ]
  const skuId = await store.sku()
  const draft = (toWarehouseId: number) =>
    mine.admin.call<Document>(documents.transfer.api.create!, {
      occurredOn: day(),
      warehouseId: from,
      toWarehouseId,
      goods: [{ skuId, quantity: 1 }],
    })
  const made = [await draft(away), await draft(closed)]
  const reader = await newMember(app, mine, [transfer.permissions.list as string])
  await app.db.write(mine.id, async (tx) => {
    await sql`update warehouse set area_id = ${areaId} where id = ${from}`.execute(tx)
    await sql`update warehouse set enabled_flag = 0 where id = ${closed}`.execute(tx)
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[areaId]}::bigint[]
      where account_id = ${reader.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  const targets = await reader.call(transferTargets, { of: 'all' })
  const offered = new Map(targets.map(({ id, enabledFlag }) => [id, enabledFlag]))
  expect([offered.get(away), offered.get(closed)]).toEqual([1, 0])
  const found = async (toWarehouseId: number) =>
    (await reader.call(callOf(transfer, 'list'), { size: 0, toWarehouseId })).content.map(
      ({ id }) => id,
    )
  expect([await found(away), await found(closed)]).toEqual(made.map(({ id }) => [id]))
})
