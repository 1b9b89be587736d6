import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { land } from '#contract/farm/land.ts'
import type { AskedQuestion } from '#contract/inventory/document-calls.ts'
import { documents } from '#contract/inventory/document.ts'
import { changed } from '#server/db/database.ts'
import { make } from './samples.ts'
import { day, refusal } from './stock.ts'
import { app, mine, store, submit } from './stock-lots-ground.ts'

describe('the safety interval', () => {
  test.each(['input_shipment', 'shipment'] as const)(
    'of what leaves by %s binds the plot: named when it is used, asked for when something is harvested',
    async (kind) => {
      const [warehouseId, skuId, produce] = [
        await store.warehouse(),
        await store.sku({ agriculturalFlag: 1 }),
        await store.sku(),
      ]
      await app.db.write(mine.id, (tx) =>
        changed(
          tx,
          sql`update product set safety_interval = 14 where id = (select product_id from product_sku
          where id = ${skuId})`,
        ),
      )
      await store.receive(warehouseId, skuId, 5, 10)
      const plot = await make(land, mine.admin)
      const nowhere = await refusal(
        mine.admin.send(documents[kind].api.create!, {
          occurredOn: day(),
          warehouseId,
          purpose: 'use',
          goods: [{ skuId, quantity: 1 }],
        }),
      )
      expect([nowhere.status, Object.keys(nowhere.fields!)]).toEqual([422, ['landId']])
      await store.posted(kind, { warehouseId, purpose: 'use', landId: plot.id }, [
        { skuId, quantity: 1 },
      ])
      const harvest = await store.draft(
        'warehousing',
        { warehouseId, purpose: 'produce', landId: plot.id },
        [{ skuId: produce, quantity: 100 }],
      )
      const asked = (await submit('warehousing', harvest.id)).json<{
        code: string
        questions: AskedQuestion[]
      }>()
      expect([
        asked.code,
        asked.questions.map(({ code, lines }) => [code, lines.map(({ date }) => date)]),
      ]).toEqual(['document.confirm', [['harvest', [day(14)]]]])
      const elsewhere = await store.posted(
        'warehousing',
        { warehouseId, purpose: 'produce', landId: (await make(land, mine.admin)).id },
        [{ skuId: produce, quantity: 100 }],
      )
      expect(elsewhere.auditStatus).toBe(2)
      expect(
        (await submit('warehousing', harvest.id, { accepted: ['harvest'] })).json(),
      ).toMatchObject({ auditStatus: 2, accepted: ['harvest'] })
    },
  )
})
