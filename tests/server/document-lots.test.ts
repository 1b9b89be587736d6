import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documentLots } from '#contract/inventory/document-calls.ts'
import { documents } from '#contract/inventory/document.ts'
import { stockLot } from '#contract/inventory/lot.ts'
import { lotPlaces } from '#contract/inventory/stock-calls.ts'
import { area } from '#contract/farm/area.ts'
import { callOf } from '#contract/entity-calls.ts'
import { raiseRights } from '#server/db/rights.ts'
import { newMember, unique } from './harness.ts'
import { app, mine, stockOf, store } from './stock-lots-ground.ts'

const writes = (kind: 'shipment' | 'input_shipment') =>
  [documents[kind].permissions.create!].flat() as string[]
const warehouseId = await store.warehouse()
const [seed, ware] = [
  await store.sku({ agriculturalFlag: 1, lotFlag: 1 }),
  await store.sku({ lotFlag: 1 }),
]
await store.receive(warehouseId, seed, 10, 4, { lot: 'B', expiresOn: '2031-06-30' })
await store.receive(warehouseId, seed, 5, 4, { lot: 'A', expiresOn: '2030-06-30' })
await store.receive(warehouseId, ware, 3, 4, { lot: 'W', expiresOn: '2030-01-01' })
const asked = { warehouseId, skuIds: `${seed},${ware}` }

test('whoever writes a document is told the lots of a warehouse, without a right to look at stock', async () => {
  const writer = await newMember(app, mine, writes('shipment'))
  const found = await writer.call(documentLots, asked)
  expect(found.filter(({ skuId }) => skuId === seed)).toEqual([
    { skuId: seed, lot: 'A', expiresOn: '2030-06-30', quantity: 5 },
    { skuId: seed, lot: 'B', expiresOn: '2031-06-30', quantity: 10 },
  ])
  expect(found.some(({ skuId }) => skuId === ware)).toBe(true)
  // Of documents of inputs alone: inputs alone.
  const ofInputs = await newMember(app, mine, writes('input_shipment'))
  expect(new Set((await ofInputs.call(documentLots, asked)).map(({ skuId }) => skuId))).toEqual(
    new Set([seed]),
  )
  const nobody = await newMember(app, mine, [])
  expect((await nobody.send(documentLots, asked)).statusCode).toBe(403)
})

test('not of a warehouse out of sight; a lot’s places neither, and no cost without its right', async () => {
  const reader = await newMember(app, mine, [
    ...writes('shipment'),
    (stockLot.permissions.list as readonly string[])[0]!,
  ])
  const id = (await stockOf(seed)).find(({ lot }) => lot === 'A')!.lotId!
  const [place, ...others] = await reader.call(lotPlaces, { id })
  expect(place).toMatchObject({ warehouseId, quantity: 5 })
  expect(['value' in place!, others]).toEqual([false, []])
  const base = () =>
    mine.admin.call(callOf(area, 'create'), { areaName: unique('基地'), enabledFlag: 1 })
  const [own, other] = [await base(), await base()]
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[own.id]}::bigint[]
      where account_id = ${reader.accountId}`.execute(tx)
    await sql`update warehouse set area_id = ${other.id} where id = ${warehouseId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect(await reader.call(documentLots, asked)).toEqual([])
})
