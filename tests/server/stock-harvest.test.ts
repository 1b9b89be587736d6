import { callOf } from '#contract/entity-calls.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { land } from '#contract/farm/land.ts'
import type { AskedQuestion } from '#contract/inventory/document-calls.ts'
import { documents, inputShipment } from '#contract/inventory/document.ts'
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

  test('of any plot is asked about where produce names none, and stands on what was used', async () => {
    const [warehouseId, spray, mild, produce] = [
      await store.warehouse(),
      await store.sku({ agriculturalFlag: 1 }),
      await store.sku({ agriculturalFlag: 1 }),
      await store.sku(),
    ]
    for (const [skuId, days] of [
      [spray, 30],
      [mild, 7],
    ])
      await app.db.write(mine.id, (tx) =>
        changed(
          tx,
          sql`update product set safety_interval = ${days} where id = (select product_id
            from product_sku where id = ${skuId})`,
        ),
      )
    await store.receive(warehouseId, spray, 5, 10)
    await store.receive(warehouseId, mild, 5, 10)
    const plot = await make(land, mine.admin)
    const used = await store.posted(
      'input_shipment',
      { warehouseId, purpose: 'use', landId: plot.id },
      [
        { skuId: spray, quantity: 1 },
        { skuId: mild, quantity: 1 },
      ],
    )
    expect(used).toMatchObject({ harvestFrom: day(30) })
    const listed = await mine.admin.call(callOf(inputShipment, 'list'), { ids: used.id })
    expect(listed.content.map(({ harvestFrom }) => harvestFrom)).toEqual([day(30)])
    expect(
      await store.posted('shipment', { warehouseId, purpose: 'scrap' }, [
        { skuId: spray, quantity: 1 },
      ]),
    ).toMatchObject({ harvestFrom: null })
    const { id } = await store.draft('warehousing', { warehouseId, purpose: 'produce' }, [
      { skuId: produce, quantity: 9 },
    ])
    const asked = (await submit('warehousing', id)).json<{ questions: AskedQuestion[] }>()
    expect(asked.questions.map(({ code }) => code)).toEqual(['plot'])
    expect(
      asked.questions[0]!.lines.filter((one) => one.land === plot.landName).map(({ date }) => date),
    ).toEqual([day(30), day(7)])
    // Another yes is none to this.
    expect((await submit('warehousing', id, { accepted: ['harvest'] })).statusCode).toBe(409)
    expect((await submit('warehousing', id, { accepted: ['plot'] })).json()).toMatchObject({
      auditStatus: 2,
      accepted: ['plot'],
    })
  })
})
