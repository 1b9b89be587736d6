import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isAwaited } from '#contract/inventory/document-kinds.ts'
import { documents } from '#contract/inventory/document.ts'
import type { Page } from '#contract/call.ts'
import type { Sql } from '#server/db/database.ts'
import { nextNumber } from '#server/engines/stock/document-number.ts'
import { checkAllStock } from '#server/engines/stock/check.ts'
import { oneStore } from './ground.ts'
import { newMember, newTenant } from './harness.ts'
import { day, kinds, refusal, setOption, Store, type Document } from './stock.ts'

const { app, mine, store } = await oneStore()
const make = (kind: keyof typeof documents, body: Record<string, unknown>, language = 'zh-CN') =>
  refusal(
    mine.admin.send(
      documents[kind].api.create!,
      { occurredOn: day(), ...body },
      { 'accept-language': language },
    ),
  )
const option = (what: Sql) => setOption(app, mine, what)

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
    const edited = await mine.admin.call<Document>(documents.warehousing.api.edit!, {
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
    expect(edited.goods.map(({ skuId, quantity }) => [skuId, quantity])).toEqual([
      [c, 9],
      [b, 3],
    ])
    expect(edited.goods[1]!.id).toBe(made.goods[1]!.id)
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
    await mine.admin.call(`POST /wfpf/v1/{tenant}/inventory-form/${id}/count`, {
      lines: [{ id: goods[0]!.id, counted: 5 }],
    })
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
          (action !== 'close' || isAwaited(kind, made as unknown as Record<string, unknown>))
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
    const history = await mine.admin.call<Page<{ action: string }>>(
      `GET /iam/v1/{tenant}/audit/warehousing/${id}`,
    )
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
      (
        await mine.admin.send(`GET /wfpf/v1/{tenant}/stock-document/${id}/remaining`, {
          to: 'warehousing',
        })
      ).json(),
    ).toMatchObject({ code: 'document.source_state' })
    expect(
      await refusal(mine.admin.send(store.at('aplionform', 'close', id), { closeReason: '再次' })),
    ).toMatchObject({ status: 409 })
  })
})

describe('conversions', () => {
  test('several until nothing is left, never more', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const { id } = await store.posted('aplionform', { warehouseId }, [
      { skuId, quantity: 10, price: 2 },
    ])
    await store.convert(id, 'warehousing', (goods) =>
      goods.map((good) => ({ ...good, quantity: 4 })),
    )
    expect(await store.show('aplionform', id)).toMatchObject({
      execStatus: 1,
      goods: [{ doneQuantity: 4 }],
    })
    const draft = await store.converted(id, 'warehousing')
    expect(draft.goods).toMatchObject([{ quantity: 6, price: 2 }])
    expect((await store.remaining(id, 'warehousing')).goods).toEqual([])
    const line = (await store.show('aplionform', id)).goods[0]!
    const more = () =>
      make('warehousing', {
        warehouseId,
        purpose: 'purchase',
        sourceId: id,
        goods: [{ skuId, quantity: 0.001, sourceLineId: line.id }],
      })
    expect(await more()).toMatchObject({
      status: 409,
      code: 'stock.remaining',
      lines: [{ position: 0, remaining: 0, wanted: 0.001 }],
    })
    await store.move('warehousing', 'submit', draft.id)
    expect(await store.show('aplionform', id)).toMatchObject({
      execStatus: 2,
      goods: [{ doneQuantity: 10 }],
    })
    // Ten per cent over: one more may come.
    await option(sql`over_percent = 10`)
    expect(await more()).toMatchObject({ status: 200 })
    await option(sql`over_percent = 0`)
  })

  test('two users convert the same remaining ten at once: one of them does', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const { id, goods } = await store.posted('aplionform', { warehouseId }, [
      { skuId, quantity: 10 },
    ])
    const body = {
      warehouseId,
      purpose: 'purchase',
      sourceId: id,
      goods: [{ skuId, quantity: 10, sourceLineId: goods[0]!.id }],
    }
    const answers = await Promise.all([make('warehousing', body), make('warehousing', body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      code: 'stock.remaining',
      lines: [{ remaining: 0 }],
    })
  })

  test('what was rejected meanwhile is checked again at its approval', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const { id } = await store.posted('aplionform', { warehouseId }, [{ skuId, quantity: 10 }])
    const rejected = await store.converted(id, 'warehousing')
    await app.db.write(mine.id, (tx) =>
      sql`update stock_document set audit_status = 3 where id = ${rejected.id}`.execute(tx),
    )
    const other = await store.converted(id, 'warehousing')
    const answers = await Promise.all(
      [rejected.id, other.id].map((draft) =>
        refusal(mine.admin.send(store.at('warehousing', 'submit', draft), {})),
      ),
    )
    expect(answers.map(({ status, code }) => [status, code]).sort()).toEqual(
      [
        [200, other.code],
        [409, 'stock.remaining'],
      ].sort(),
    )
    expect((await store.balance(warehouseId, skuId)).quantity).toBe(10)
  })

  test('a transfer conserves quantity and value, and shows what is on its way', async () => {
    const [from, to, skuId] = [await store.warehouse(), await store.warehouse(), await store.sku()]
    await store.receive(from, skuId, 3, 3.3333)
    await store.receive(to, skuId, 1, 9)
    const transfer = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
      { skuId, quantity: 3 },
    ])
    const sent = await store.convert(transfer.id, 'shipment', (goods) =>
      goods.map((good) => ({ ...good, quantity: 2 })),
    )
    expect(await store.show('transfer', transfer.id)).toMatchObject({
      execStatus: 1,
      goods: [{ doneQuantity: 2 }],
    })
    const stock = () =>
      mine.admin.call<
        Page<{ warehouseId: number; inTransit: number; quantity: number; value: number }>
      >('GET /wfpf/v1/{tenant}/stock', { skuId: String(skuId), warehouseId: String(to) })
    expect((await stock()).content).toMatchObject([{ inTransit: 2, quantity: 1 }])
    expect(
      await make('warehousing', {
        warehouseId: from,
        purpose: 'transfer',
        sourceId: sent.id,
        goods: [{ skuId, quantity: 2, sourceLineId: sent.goods[0]!.id }],
      }),
    ).toMatchObject({ status: 422, fields: { warehouseId: expect.any(String) } })
    const came = await store.convert(sent.id, 'warehousing', (goods) =>
      goods.map((good) => ({ ...good, price: 1000 })),
    )
    expect(came.goods[0]).toMatchObject({ price: null, unitCost: 3.335 })
    expect((await stock()).content).toMatchObject([{ inTransit: 0, quantity: 3, value: 15.67 }])
    expect((await store.balance(from, skuId)).value).toBe(3.33)
    expect(await store.show('shipment', sent.id)).toMatchObject({ execStatus: 2 })
    expect(
      await make('return', {
        warehouseId: from,
        sourceId: sent.id,
        goods: [{ skuId, quantity: 1, sourceLineId: sent.goods[0]!.id }],
      }),
    ).toMatchObject({ status: 422 })
  })

  test('goods on their way show where they go, also where there were none', async () => {
    const [from, to, skuId] = [await store.warehouse(), await store.warehouse(), await store.sku()]
    await store.receive(from, skuId, 5, 2)
    const transfer = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
      { skuId, quantity: 5 },
    ])
    const sent = await store.convert(transfer.id, 'shipment')
    const coming = async () =>
      (
        await mine.admin.call<Page<{ inTransit: number; quantity: number }>>(
          'GET /wfpf/v1/{tenant}/stock',
          { skuId: String(skuId), warehouseId: String(to) },
        )
      ).content
    expect(await coming()).toMatchObject([{ inTransit: 5, quantity: 0 }])
    // The paper of what left says where it goes, also to who does not see the transfer.
    const hauler = await newMember(app, mine, [documents.shipment.permissions.list as string])
    expect(
      await hauler.call(`GET /wfpf/v1/{tenant}/stock-document/${sent.id}/chain`),
    ).toMatchObject([{ id: sent.id, toWarehouseName: expect.stringMatching(/^仓/) }])
    await store.convert(sent.id, 'warehousing', (goods) =>
      goods.map((good) => ({ ...good, quantity: 3 })),
    )
    expect(await coming()).toMatchObject([{ inTransit: 2, quantity: 3 }])
    await store.move('shipment', 'close', sent.id, { closeReason: '途中破损' })
    expect(await coming()).toMatchObject([{ inTransit: 0, quantity: 3 }])
  })

  test('returns go both ways and are replaced', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const bought = await store.receive(warehouseId, skuId, 10, 4)
    const back = await store.convert(bought.id, 'return', (goods) =>
      goods.map((good) => ({ ...good, quantity: 2 })),
    )
    expect(back.direction).toBe('out')
    expect(await store.balance(warehouseId, skuId)).toMatchObject({ quantity: 8, value: 32 })
    // Stored is stored, whatever was sent back of it.
    expect(await store.show('warehousing', bought.id)).toMatchObject({
      execStatus: 2,
      goods: [{ doneQuantity: 2 }],
    })
    expect(
      (
        await mine.admin.call<Page<Document>>(documents.warehousing.api.list!, {
          execStatus: '2',
          ids: String(bought.id),
        })
      ).content,
    ).toHaveLength(1)
    await store.convert(back.id, 'warehousing', (goods) =>
      goods.map(({ price: _, ...good }) => good),
    )
    expect(await store.balance(warehouseId, skuId)).toMatchObject({ quantity: 10, value: 40 })
    const sold = await store.ship(warehouseId, skuId, 5)
    await store.receive(warehouseId, skuId, 5, 8)
    const given = await store.convert(sold.id, 'return')
    expect(given.direction).toBe('in')
    // It comes back at what it cost when it left, not at today's average.
    expect(await store.balance(warehouseId, skuId)).toMatchObject({ quantity: 15, value: 80 })
    await store.convert(given.id, 'shipment')
    expect(
      await make('return', {
        warehouseId,
        sourceId: sold.id,
        goods: [{ skuId, quantity: 1, sourceLineId: sold.goods[0]!.id }],
      }),
    ).toMatchObject({ status: 409, code: 'stock.remaining' })
  })

  test('the chain shows everything that hangs together, to who may see it', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const asked = await store.posted('aplionform', { warehouseId }, [{ skuId, quantity: 10 }])
    const first = await store.convert(asked.id, 'warehousing', (goods) =>
      goods.map((good) => ({ ...good, quantity: 4 })),
    )
    const second = await store.converted(asked.id, 'warehousing')
    const back = await store.convert(first.id, 'return', (goods) =>
      goods.map((good) => ({ ...good, quantity: 1 })),
    )
    const chain = await mine.admin.call<{ id: number; percent: number }[]>(
      `GET /wfpf/v1/{tenant}/stock-document/${second.id}/chain`,
    )
    expect(chain.map(({ id, percent }) => [id, percent])).toEqual([
      [asked.id, 40],
      [first.id, null],
      [second.id, null],
      [back.id, null],
    ])
    const buyer = await newMember(app, mine, [documents.warehousing.permissions.list as string])
    const seen = await buyer.call<{ id: number }[]>(
      `GET /wfpf/v1/{tenant}/stock-document/${first.id}/chain`,
    )
    expect(seen.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(
      (await buyer.send(`GET /wfpf/v1/{tenant}/stock-document/${asked.id}/chain`)).statusCode,
    ).toBe(404)
    expect(
      (
        await buyer.send(`GET /wfpf/v1/{tenant}/stock-document/${asked.id}/remaining`, {
          to: 'warehousing',
        })
      ).statusCode,
    ).toBe(404)
    // One kind's calls do not reach another kind's documents.
    expect((await mine.admin.send(store.at('shipment', 'show', first.id))).statusCode).toBe(404)
    expect(
      (await mine.admin.send(store.at('shipment', 'void', first.id), { voidReason: '录错' }))
        .statusCode,
    ).toBe(404)
  })
})

describe('void', () => {
  test('asks why, and keeps it on the document and in its history', async () => {
    const got = await store.receive(await store.warehouse(1), await store.sku(), 1, 2)
    expect((await mine.admin.send(store.at('warehousing', 'void', got.id), {})).statusCode).toBe(
      400,
    )
    expect(
      (await mine.admin.send(store.at('warehousing', 'void', got.id), { voidReason: ' ' }))
        .statusCode,
    ).toBe(400)
    await store.move('warehousing', 'void', got.id, { voidReason: '重复录入' })
    expect(await mine.admin.call(`GET /wfpf/v1/{tenant}/warehousing/${got.id}`)).toMatchObject({
      auditStatus: 4,
      voidReason: '重复录入',
      maker: expect.stringContaining('管理') as string,
    })
    const { content } = await mine.admin.call<{ content: { action: string; after: object }[] }>(
      `GET /iam/v1/{tenant}/audit/warehousing/${got.id}`,
    )
    expect(content[0]).toMatchObject({ action: 'void', after: { voidReason: '重复录入' } })
  })
  test('is refused while others follow, and names them', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const asked = await store.posted('aplionform', { warehouseId }, [{ skuId, quantity: 10 }])
    const got = await store.convert(asked.id, 'warehousing')
    const answer = await refusal(
      mine.admin.send(store.at('aplionform', 'void', asked.id), { voidReason: '录错' }),
    )
    expect([answer.code, answer.message.includes(got.code)]).toEqual(['document.followed', true])
    await store.move('warehousing', 'void', got.id)
    expect(await store.show('aplionform', asked.id)).toMatchObject({
      execStatus: 0,
      goods: [{ doneQuantity: 0 }],
    })
    expect((await store.move('aplionform', 'void', asked.id)).auditStatus).toBe(4)
  })

  test('is refused when the goods are gone', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const got = await store.receive(warehouseId, skuId, 10, 1)
    await store.ship(warehouseId, skuId, 1)
    expect(
      await refusal(
        mine.admin.send(store.at('warehousing', 'void', got.id), { voidReason: '录错' }),
      ),
    ).toMatchObject({ status: 409, code: 'stock.short', lines: [{ wanted: 10, available: 9 }] })
  })

  test('works the average out anew', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    await store.receive(warehouseId, skuId, 10, 1)
    const dear = await store.receive(warehouseId, skuId, 10, 5)
    await store.move('warehousing', 'void', dear.id)
    expect(await store.balance(warehouseId, skuId)).toEqual({ quantity: 10, value: 10, average: 1 })
    // Half of the dear goods went out at the average of all: what is left must not be worth less
    // than nothing.
    const again = await store.receive(warehouseId, skuId, 10, 9)
    await store.ship(warehouseId, skuId, 10)
    await store.move('warehousing', 'void', again.id)
    expect(await store.balance(warehouseId, skuId)).toEqual({ quantity: 0, value: 0, average: 5 })
  })

  test('of everything leaves nothing', async () => {
    const alone = new Store(app, await newTenant(app))
    const [warehouseId, to, skuId] = [
      await alone.warehouse(),
      await alone.warehouse(1),
      await alone.sku(),
    ]
    await alone.receive(warehouseId, skuId, 7, 3.3333)
    await alone.ship(warehouseId, skuId, 2)
    await alone.ship(to, skuId, 3)
    const transfer = await alone.posted('transfer', { warehouseId, toWarehouseId: to }, [
      { skuId, quantity: 3 },
    ])
    const sent = await alone.convert(transfer.id, 'shipment')
    await alone.convert(sent.id, 'warehousing')
    await alone.receive(to, skuId, 10, 1.7777)
    expect(await alone.faults()).toEqual([])
    await alone.voidEverything()
    for (const at of [warehouseId, to])
      expect(await alone.balance(at, skuId)).toMatchObject({ quantity: 0, value: 0 })
    expect(await alone.faults()).toEqual([])
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
  const total = async (at: string, query: Record<string, string>) =>
    (
      await mine.admin.call<Page<unknown>>(`GET /wfpf/v1/{tenant}/${at}`, {
        warehouseId: String(warehouseId),
        ...query,
      })
    ).totalElements
  for (const at of ['stock', 'agricultural-inventory']) {
    expect([
      await total(at, { lot: 'lx' }),
      await total(at, { type: 'fertilizer' }),
      await total(at, { warning: 'expiring' }),
      await total(at, { warning: 'low' }),
      await total(at, { skuId: String(skuId) }),
    ]).toEqual([1, 1, 1, 0, 1])
  }
  expect([
    await total('stock-movement', { occurredOnFrom: day() }),
    await total('stock-movement', { occurredOnTo: day(-1) }),
    await total('stock-movement', { type: 'in,out' }),
    await total('stock-movement', { documentKind: 'shipment' }),
  ]).toEqual([1, 1, 2, 1])
  expect(
    (
      await mine.admin.call<Page<{ id: number }>>('GET /wfpf/v1/{tenant}/product/sku', {
        ids: String(skuId),
      })
    ).content,
  ).toMatchObject([{ id: skuId, lotFlag: 1 }])
})

test('the nightly check finds a row that somebody touched', async () => {
  const other = new Store(app, await newTenant(app))
  const [warehouseId, skuId] = [await other.warehouse(), await other.sku()]
  await other.receive(warehouseId, skuId, 5, 2)
  expect(await other.faults()).toEqual([])
  await app.db.write(other.tenant, (tx) =>
    sql`update stock_balance set quantity = 6 where sku_id = ${skuId}`.execute(tx),
  )
  expect(await checkAllStock(app.db)).toEqual([
    {
      tenant: other.tenant,
      faults: [expect.objectContaining({ warehouseId, skuId, quantity: 6, ledgerQuantity: 5 })],
    },
  ])
  await expect(
    app.db.write(other.tenant, (tx) => sql`update stock_ledger set quantity = 6`.execute(tx)),
  ).rejects.toThrow(/permission denied/)
})
