import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callOf } from '#contract/entity-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { simCard } from '#contract/connectivity/sim.ts'
import { oneFarm } from './ground.ts'
import { newTenant } from './harness.ts'
import { sample } from './samples.ts'
import { Store } from './stock.ts'

const { app } = await oneFarm()
const dayIn = (timeZone: string, ahead = 0) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() + ahead * 86_400_000)

// A day apart from each other at any hour, so that one of them differs from the machine's.
test.each(['Pacific/Kiritimati', 'Pacific/Midway'])(
  'what ends today ends by the clock of the farm (%s)',
  async (zone) => {
    const mine = await newTenant(app)
    const store = new Store(app, mine)
    await app.db.write(mine.id, (tx) =>
      sql`update tenant set time_zone = ${zone} where id = ${mine.id}`.execute(tx),
    )
    const [today, yesterday] = [dayIn(zone), dayIn(zone, -1)]
    const warehouseId = await store.warehouse()
    const skuId = await store.sku({ lotFlag: 1 })
    for (const [lot, expiresOn] of Object.entries({ past: yesterday, today })) {
      const { id } = await store.draft(
        'warehousing',
        { warehouseId, purpose: 'purchase', occurredOn: today },
        [{ skuId, quantity: 1, price: 1, lot, expiresOn }],
      )
      await store.move('warehousing', 'submit', id, { accepted: ['expired'] })
    }
    const lots = (await mine.admin.call(callOf(stockBalance, 'list'), { size: 0 })).content
    expect(Object.fromEntries(lots.map(({ lot, warning }) => [lot, warning]))).toEqual({
      past: 'expired',
      today: 'expiring',
    })

    for (const expiresOn of [yesterday, today])
      await mine.admin.call(callOf(simCard, 'create'), {
        ...(await sample(simCard, mine.admin)),
        expiresOn,
      })
    const cards = (await mine.admin.call(callOf(simCard, 'list'), { size: 0 })).content
    expect(cards.map(({ expiresOn, warning }) => [expiresOn, warning]).sort()).toEqual(
      [
        [yesterday, 'expired'],
        [today, 'expires7'],
      ].sort(),
    )
  },
)
