import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isClosable } from '#contract/inventory/document-rules.ts'
import { documents } from '#contract/inventory/document.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { countLines, documentRemaining } from '#contract/inventory/document-calls.ts'
import { day, kinds, refusal } from './stock.ts'
import { app, mine, store } from './stock-documents-ground.ts'

describe('short, back-dated, counted', () => {
  test('all short lines come together, with where else the goods are', async () => {
    const [warehouseId, other, a, b, c] = [
      await store.warehouse(),
      await store.warehouse(),
      await store.sku(),
      await store.sku(),
      await store.sku(),
    ]
    await store.receive(warehouseId, a, 5, 1)
    await store.receive(warehouseId, b, 5, 1)
    await store.receive(other, b, 7, 1)
    const { id } = await store.draft('shipment', { warehouseId, purpose: 'use' }, [
      { skuId: a, quantity: 4 },
      { skuId: b, quantity: 6 },
      { skuId: c, quantity: 1 },
    ])
    const answer = await refusal(mine.admin.send(store.at('shipment', 'submit', id), {}))
    expect(answer).toMatchObject({
      status: 409,
      code: 'stock.short',
      lines: [
        {
          position: 1,
          skuId: b,
          wanted: 6,
          available: 5,
          elsewhere: [{ warehouseId: other, quantity: 7 }],
        },
        { position: 2, skuId: c, wanted: 1, available: 0, elsewhere: [] },
      ],
    })
    expect(answer.message).toContain('2 行')
    expect((await store.show('shipment', id)).auditStatus).toBe(0)
    expect((await store.balance(warehouseId, a)).quantity).toBe(5)
  })

  test('nothing is put before what moved later, voided documents aside', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const { id } = await store.receive(warehouseId, skuId, 5, 1, { occurredOn: day(-1) })
    const early = await store.draft(
      'warehousing',
      { warehouseId, purpose: 'purchase', occurredOn: day(-2) },
      [{ skuId, quantity: 1 }],
    )
    const answer = await refusal(mine.admin.send(store.at('warehousing', 'submit', early.id), {}))
    expect(answer).toMatchObject({
      status: 409,
      code: 'stock.backdated',
      date: day(-1),
      fields: { occurredOn: expect.stringContaining(day(-1)) },
    })
    await store.move('warehousing', 'void', id)
    expect((await store.move('warehousing', 'submit', early.id)).auditStatus).toBe(2)
  })

  test('nothing is put before a count', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    await store.receive(warehouseId, skuId, 5, 1, { occurredOn: day(-3) })
    const { id } = await store.draft('inventory_form', { warehouseId, occurredOn: day(-1) })
    const { goods } = await store.move('inventory_form', 'start', id)
    await mine.admin.call(countLines, { id, lines: [{ id: goods[0]!.id, counted: 5 }] })
    expect((await store.move('inventory_form', 'submit', id)).auditStatus).toBe(2)
    const early = await store.draft(
      'warehousing',
      { warehouseId, purpose: 'purchase', occurredOn: day(-2) },
      [{ skuId, quantity: 1 }],
    )
    expect(
      await refusal(mine.admin.send(store.at('warehousing', 'submit', early.id), {})),
    ).toMatchObject({ status: 409, code: 'stock.counted', date: day(-1) })
    expect(
      (await store.receive(warehouseId, skuId, 1, 1, { occurredOn: day(-1) })).auditStatus,
    ).toBe(2)
  })
})

describe('states', () => {
  const statuses = {
    draft: 0,
    submitted: 1,
    approved: 2,
    rejected: 3,
    voided: 4,
    counting: 5,
  } as const
  // All moves of all kinds in all states: what the contract's table says, and nothing else.
  test.each(kinds)('%s moves as its table says', async (kind) => {
    const entity = documents[kind]
    const [warehouseId, toWarehouseId, skuId] = [
      await store.warehouse(1),
      await store.warehouse(),
      await store.sku({ agriculturalFlag: 1 }),
    ]
    const purpose = {
      warehousing: 'purchase',
      shipment: 'use',
      input_warehousing: 'purchase',
      input_shipment: 'use',
    }[kind as string]
    const goods = [kind === 'inventory_form' ? { skuId } : { skuId, quantity: 2 }]
    const make = () =>
      store.draft(
        kind,
        {
          warehouseId,
          ...(purpose && { purpose }),
          ...('toWarehouseId' in entity.fields && { toWarehouseId }),
        },
        goods,
      )
    for (const [state, code] of Object.entries(statuses)) {
      for (const action of [
        'submit',
        'withdraw',
        'close',
        'void',
        'start',
        'delete',
        'edit',
      ] as const) {
        // What is taken back has a case: see stock-approval.
        if (!entity.api[action] || (action === 'withdraw' && state === 'submitted')) continue
        const made = await make()
        const { id } = made
        await app.db.write(mine.id, async (tx) => {
          await sql`update stock_document set audit_status = ${code}, booked_at = now() where id = ${id}`.execute(
            tx,
          )
          await sql`update stock_document_line set booked = 1, counted = 1 where document_id = ${id}
            and ${kind === 'inventory_form'}::boolean`.execute(tx)
        })
        const body =
          action === 'edit'
            ? {
                id,
                objectVersionNumber: made.objectVersionNumber,
                occurredOn: day(),
                warehouseId,
                ...(purpose && { purpose }),
                ...('toWarehouseId' in entity.fields && { toWarehouseId }),
                goods,
              }
            : action === 'close'
              ? { closeReason: '不再到货' }
              : action === 'void'
                ? { voidReason: '录错' }
                : {}
        const answer = await mine.admin.send(store.at(kind, action, id), body)
        const expected =
          entity.states![action]!.includes(state) &&
          (action !== 'close' || isClosable(made as unknown as Record<string, unknown>))
        expect([
          kind,
          state,
          action,
          answer.statusCode < 300 ? 'done' : answer.json().code,
        ]).toEqual([kind, state, action, expected ? 'done' : 'error.state'])
      }
    }
  })

  test('a stale version is refused with who was faster, a true one taken', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const made = await store.draft('aplionform', { warehouseId }, [{ skuId, quantity: 1 }])
    expect(
      await refusal(
        mine.admin.send(store.at('aplionform', 'submit', made.id), { objectVersionNumber: 7 }),
      ),
    ).toMatchObject({ status: 409, code: 'error.optimistic_lock', current: { id: made.id } })
    expect(
      (
        await store.move('aplionform', 'submit', made.id, {
          objectVersionNumber: made.objectVersionNumber,
        })
      ).auditStatus,
    ).toBe(2)
  })

  test('every move is in the history', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const { id } = await store.receive(warehouseId, skuId, 1, 1)
    await store.move('warehousing', 'void', id)
    const history = await mine.admin.call(recordHistory, {
      entity: 'warehousing',
      recordId: String(id),
    })
    expect(history.content.map(({ action }) => action)).toEqual(['void', 'submit', 'create'])
  })

  test('short close needs a reason and something left', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const { id } = await store.posted('aplionform', { warehouseId }, [{ skuId, quantity: 10 }])
    expect(await refusal(mine.admin.send(store.at('aplionform', 'close', id), {}))).toMatchObject({
      status: 400,
    })
    await store.convert(id, 'warehousing', (goods) =>
      goods.map((good) => ({ ...good, quantity: 4 })),
    )
    expect(
      await store.move('aplionform', 'close', id, { closeReason: '供应商停产' }),
    ).toMatchObject({ closedFlag: 1, execStatus: 1 })
    expect(
      (await mine.admin.send(documentRemaining, { id, to: 'warehousing' })).json(),
    ).toMatchObject({ code: 'document.source_state' })
    expect(
      await refusal(mine.admin.send(store.at('aplionform', 'close', id), { closeReason: '再次' })),
    ).toMatchObject({ status: 409 })
  })
})
