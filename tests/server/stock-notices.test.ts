import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { area } from '#contract/farm/area.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { tellOfStock } from '#server/engines/stock/notices.ts'
import { inventoryText } from '#server/i18n/texts.ts'
import { raiseRights } from '#server/db/rights.ts'
import { oneStore } from './ground.ts'
import { newMember } from './harness.ts'
import { make } from './samples.ts'
import { day } from './stock.ts'

const { app, mine, store } = await oneStore()
const code = stockBalance.permissions.list as string
const tell = () => app.db.write(mine.id, (tx) => tellOfStock(tx, mine.id, inventoryText))
const messages = async (member: { call<T>(endpoint: string, input?: unknown): Promise<T> }) =>
  (
    await member.call<Page<{ subject: string }>>('GET /hmsg/v1/{tenant}/messages/user', {
      page: '1',
      size: '20',
    })
  ).content.map(({ subject }) => subject)

test('what runs short, expires or goes below nothing is told once, to who may look at it', async () => {
  const [keeper, elsewhere, stranger] = [
    await newMember(app, mine, [code]),
    await newMember(app, mine, [code]),
    await newMember(app, mine, ['wfpf.inventory.base.unit']),
  ]
  const base = await make(area, mine.admin)
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[base.id]}::bigint[]
      where account_id = ${elsewhere.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  const [warehouseId, owing, lotted, short] = [
    await store.warehouse(),
    await store.warehouse(1),
    await store.sku({ lotFlag: 1 }),
    await store.sku(),
  ]
  await store.receive(warehouseId, short, 10, 1)
  await tell()
  expect(await messages(keeper)).toEqual([])
  const limit = await mine.admin.call<{ id: number; objectVersionNumber: number }>(
    'POST /wfpf/v1/{tenant}/stock-limit',
    { warehouseId, skuId: short, minimum: 20 },
  )
  await store.receive(warehouseId, lotted, 3, 1, { lot: 'E1', expiresOn: day(5) })
  await store.ship(owing, short, 2)
  await tell()
  expect(await messages(keeper)).toEqual(['库存预警：3 项'])
  // Neither who sees another base alone, nor who may not look at stock.
  expect([await messages(elsewhere), await messages(stranger)]).toEqual([[], []])
  await tell()
  expect(await messages(keeper)).toHaveLength(1)
  // Over, and again.
  const edit = (minimum: number, objectVersionNumber: number) =>
    mine.admin.call<{ objectVersionNumber: number }>('PUT /wfpf/v1/{tenant}/stock-limit', {
      id: limit.id,
      objectVersionNumber,
      warehouseId,
      skuId: short,
      minimum,
    })
  const { objectVersionNumber } = await edit(5, limit.objectVersionNumber)
  await tell()
  expect(await messages(keeper)).toHaveLength(1)
  await edit(30, objectVersionNumber)
  await tell()
  expect(await messages(keeper)).toEqual(['库存预警：1 项', '库存预警：3 项'])
})
