import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { warehousing } from '#contract/inventory/document.ts'
import { inputStock, stockBalance, stockMovement } from '#contract/inventory/stock.ts'
import type { Entity } from '#contract/entity.ts'
import { listSkus } from '#contract/inventory/sku-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { nextNumber } from '#server/modules/inventory/engine/document-number.ts'
import { newTenant } from './harness.ts'
import { day, type Document } from './stock.ts'
import { app, make, mine, store } from './stock-documents-ground.ts'

describe('what may be written', () => {
  test('money is the server’s', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const made = await store.draft(
      'warehousing',
      { warehouseId, purpose: 'purchase', otherFees: [{ name: '运费', amount: 1.1 }] },
      [{ skuId, quantity: 1.005, price: 99.99 }],
    )
    expect([made.goods[0]!.amount, made.goodsTotal, made.total]).toEqual([100.49, 100.49, 101.59])
    for (const [name, value] of [
      ['total', 1],
      ['auditStatus', 2],
      ['code', 'X'],
      ['execStatus', 2],
    ]) {
      expect(
        await make('warehousing', {
          warehouseId,
          purpose: 'purchase',
          goods: [{ skuId, quantity: 1 }],
          [String(name)]: value,
        }),
      ).toMatchObject({ status: 400 })
    }
    expect(
      await make('warehousing', {
        warehouseId,
        purpose: 'purchase',
        goods: [{ skuId, quantity: 1, amount: 5 }],
      }),
    ).toMatchObject({ status: 400 })
  })

  test('other fees are bounded together: what passes can be posted', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const fees = (count: number) =>
      Array.from({ length: count }, () => ({ name: '运费', amount: 99_999_999 }))
    const body = (count: number) => ({
      warehouseId,
      purpose: 'purchase',
      otherFees: fees(count),
      goods: [{ skuId, quantity: 0.001 }],
    })
    const refused = await make('warehousing', body(20))
    expect([refused.status, Object.keys(refused.fields!)]).toEqual([422, ['otherFees']])
    expect(await store.posted('warehousing', body(1), body(1).goods)).toMatchObject({
      total: 99_999_999,
      auditStatus: 2,
    })
  })

  test('each fault is said at its field, in both languages', async () => {
    const [warehouseId, skuId, off, lotted, input] = [
      await store.warehouse(),
      await store.sku(),
      await store.sku({ enabledFlag: 0 }),
      await store.sku({ lotFlag: 1 }),
      await store.sku({ agriculturalFlag: 1 }),
    ]
    const head = { warehouseId, purpose: 'purchase' }
    expect(
      (
        await make('warehousing', {
          ...head,
          goods: [
            { skuId, quantity: 1 },
            { skuId, quantity: 2 },
          ],
        })
      ).fields!.goods,
    ).toContain('重复')
    expect(
      (
        await make(
          'warehousing',
          {
            ...head,
            goods: [
              { skuId, quantity: 1 },
              { skuId, quantity: 2 },
            ],
          },
          'en-US',
        )
      ).fields!.goods,
    ).toContain('twice')
    expect(
      (await make('warehousing', { ...head, goods: [{ skuId: off, quantity: 1 }] })).fields!.goods,
    ).toContain('停用')
    expect(
      (await make('warehousing', { ...head, goods: [{ skuId: lotted, quantity: 1 }] })).fields!
        .goods,
    ).toContain('批次')
    expect(
      (await make('warehousing', { ...head, goods: [{ skuId, lot: 'A', quantity: 1 }] })).fields!
        .goods,
    ).toContain('批次')
    expect(
      (await make('input_warehousing', { ...head, goods: [{ skuId, quantity: 1 }] })).fields!.goods,
    ).toContain('不是农资')
    expect(
      await make('input_warehousing', { ...head, goods: [{ skuId: input, quantity: 1 }] }),
    ).toMatchObject({ status: 200 })
    expect(
      (
        await make('transfer', {
          warehouseId,
          toWarehouseId: warehouseId,
          goods: [{ skuId, quantity: 1 }],
        })
      ).fields,
    ).toHaveProperty('toWarehouseId')
    expect(
      (await make('shipment', { ...head, goods: [{ skuId, quantity: 1 }] })).fields,
    ).toHaveProperty('purpose')
    expect(
      (await make('shipment', { ...head, purpose: 'transfer', goods: [{ skuId, quantity: 1 }] }))
        .fields,
    ).toHaveProperty('purpose')
    expect(
      (
        await make('input_shipment', {
          ...head,
          purpose: 'sale',
          goods: [{ skuId: input, quantity: 1 }],
        })
      ).fields,
    ).toHaveProperty('purpose')
    expect(
      (await make('warehousing', { ...head, occurredOn: day(1), goods: [{ skuId, quantity: 1 }] }))
        .fields!.occurredOn,
    ).toContain(day())
    expect(
      (await make('warehousing', { ...head, goods: [{ skuId: 9e12, quantity: 1 }] })).fields,
    ).toHaveProperty('goods')
    expect(
      await make('warehousing', {
        ...head,
        toWarehouseId: warehouseId,
        goods: [{ skuId, quantity: 1 }],
      }),
    ).toMatchObject({ status: 400 })
    expect(
      (
        await make('warehousing', {
          ...head,
          goods: [{ skuId, quantity: 9_999_999, price: 99_999_999 }],
        })
      ).fields!.goods,
    ).toContain('金额过大')
    expect(
      (await make('warehousing', { ...head, sourceId: 9e12, goods: [{ skuId, quantity: 1 }] }))
        .fields,
    ).toHaveProperty('sourceId')
  })

  test('an edit keeps the lines that stay', async () => {
    const [warehouseId, a, b, c] = [
      await store.warehouse(),
      await store.sku(),
      await store.sku(),
      await store.sku(),
    ]
    const made = await store.draft('warehousing', { warehouseId, purpose: 'purchase' }, [
      { skuId: a, quantity: 1 },
      { skuId: b, quantity: 2 },
    ])
    const { id, objectVersionNumber } = made
    const edited = await mine.admin.call(callOf(warehousing, 'edit'), {
      id,
      objectVersionNumber,
      occurredOn: day(),
      warehouseId,
      purpose: 'purchase',
      goods: [
        { skuId: c, quantity: 9 },
        { skuId: b, quantity: 3, price: 2 },
      ],
    })
    const changed = edited as unknown as Document
    expect(changed.goods.map(({ skuId, quantity }) => [skuId, quantity])).toEqual([
      [c, 9],
      [b, 3],
    ])
    expect(changed.goods[1]!.id).toBe(made.goods[1]!.id)
    expect(edited.total).toBe(6)
  })
})

describe('numbers', () => {
  test('fifty at once are fifty numbers, and a refusal leaves no gap', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const before = Number(
      (await store.draft('aplionform', { warehouseId }, [{ skuId, quantity: 1 }])).code.slice(-4),
    )
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 5 === 0
          ? make('aplionform', {
              warehouseId,
              goods: [
                { skuId, quantity: 1 },
                { skuId, quantity: 1 },
              ],
            })
          : store.draft('aplionform', { warehouseId }, [{ skuId, quantity: 1 }]),
      ),
    )
    const codes = made
      .filter((one): one is Document => 'id' in one)
      .map(({ code }) => Number(code.slice(-4)))
      .sort((a, b) => a - b)
    expect(codes).toEqual(Array.from({ length: 40 }, (_, i) => before + 1 + i))
  })

  test('they follow the tenant’s rule and calendar', async () => {
    const rule = (period: string, digits: number) =>
      app.db.write(mine.id, (tx) =>
        sql`insert into document_number_rule (kind, prefix, period, digits) values ('return', 'R', ${period}, ${digits})
      on conflict (tenant_id, lower(kind)) do update set prefix = 'R', period = ${period}, digits = ${digits}`.execute(
          tx,
        ),
      )
    const next = () => app.db.write(mine.id, (tx) => nextNumber(tx, mine.id, 'return'))
    expect(await next()).toBe(`TH${day().replaceAll('-', '')}0001`)
    await rule('year', 6)
    expect(await next()).toBe(`R${day().slice(0, 4)}000001`)
    expect(await next()).toBe(`R${day().slice(0, 4)}000002`)
    await rule('month', 3)
    expect(await next()).toBe(`R${day().slice(0, 7).replace('-', '')}001`)
    // A tenant on the other side of the date line.
    const far = await newTenant(app)
    await app.db.platform((tx) =>
      sql`update tenant set time_zone = 'Pacific/Kiritimati' where id = ${far.id}`.execute(tx),
    )
    const there = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(
      Date.now(),
    )
    expect(await app.db.write(far.id, (tx) => nextNumber(tx, far.id, 'shipment'))).toBe(
      `CK${there.replaceAll('-', '')}0001`,
    )
  })
})

test('lists answer to their filters', async () => {
  const [warehouseId, skuId] = [
    await store.warehouse(),
    await store.sku({ agriculturalFlag: 1, lotFlag: 1 }),
  ]
  await store.receive(warehouseId, skuId, 5, 2, {
    lot: 'LX-1',
    expiresOn: day(5),
    occurredOn: day(-1),
  })
  await store.ship(warehouseId, skuId, 1, { lot: 'LX-1' })
  const total = async (entity: Entity, query: Record<string, string>) =>
    (await mine.admin.call(callOf(entity, 'list'), { warehouseId, ...query })).totalElements
  for (const at of [stockBalance, inputStock]) {
    expect([
      await total(at, { lot: 'lx' }),
      await total(at, { type: 'fertilizer' }),
      await total(at, { warning: 'expiring' }),
      await total(at, { warning: 'low' }),
      await total(at, { skuId: String(skuId) }),
    ]).toEqual([1, 1, 1, 0, 1])
  }
  expect([
    await total(stockMovement, { occurredOnFrom: day() }),
    await total(stockMovement, { occurredOnTo: day(-1) }),
    await total(stockMovement, { type: 'in,out' }),
    await total(stockMovement, { documentKind: 'shipment' }),
  ]).toEqual([1, 1, 2, 1])
  expect(
    (
      await mine.admin.call(listSkus, {
        ids: String(skuId),
      })
    ).content,
  ).toMatchObject([{ id: skuId, lotFlag: 1 }])
})
