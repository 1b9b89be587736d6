import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { warehousing } from '#contract/inventory/document.ts'
import { callOf } from '#contract/entity-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { oneStore } from './ground.ts'

const { app, mine, store } = await oneStore(12)

// `npm run bench:stock` does it with 500 and says how long each waited.
test.each([
  [20, 7],
  [100, 40],
])('%i at once want one of the last %i: nobody gets what is not there', async (people, lies) => {
  const [warehouseId, a, b] = [await store.warehouse(), await store.sku(), await store.sku()]
  await store.receive(warehouseId, a, lies, 2)
  await store.receive(warehouseId, b, lies, 2)
  // Half of them name the goods the other way round: locks are taken in one order all the same.
  const drafts = await Promise.all(
    Array.from({ length: people }, (_, i) =>
      store.draft(
        'shipment',
        { warehouseId, purpose: 'sale' },
        i % 2
          ? [
              { skuId: a, quantity: 1 },
              { skuId: b, quantity: 1 },
            ]
          : [
              { skuId: b, quantity: 1 },
              { skuId: a, quantity: 1 },
            ],
      ),
    ),
  )
  const answers = await Promise.all(
    drafts.map(({ id }) => mine.admin.send(store.at('shipment', 'submit', id), {})),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(lies)
  expect(
    new Set(
      answers
        .filter(({ statusCode }) => statusCode !== 200)
        .map((answer) => answer.json().code as string),
    ),
  ).toEqual(new Set(['stock.short']))
  for (const sku of [a, b])
    expect(await store.balance(warehouseId, sku)).toMatchObject({ quantity: 0, value: 0 })
})

test('new things in many warehouses, by many at once, wait for each other and never both ways', async () => {
  const warehouses = await Promise.all([1, 2, 3].map(() => store.warehouse()))
  const things = await Promise.all(Array.from({ length: 12 }, () => store.sku()))
  await Promise.all(
    Array.from({ length: 36 }, (_, i) => {
      const order = things
        .toSorted((a, b) => ((a * (i + 7)) % 13) - ((b * (i + 7)) % 13))
        .slice(0, 8)
      return store.posted(
        'warehousing',
        { warehouseId: warehouses[i % 3]!, purpose: 'purchase' },
        order.map((skuId) => ({ skuId, quantity: 1, price: 1 })),
      )
    }),
  )
  const total = await app.db.read(mine.id, (tx) =>
    row<{ n: number }>(
      tx,
      sql`select sum(quantity) as n from stock_balance where warehouse_id = any(${warehouses}::bigint[])`,
    ),
  )
  expect(total!.n).toBe(36 * 8)
})

const postings = (id: number) =>
  app.db.read(mine.id, (tx) =>
    rows<{ n: number }>(
      tx,
      sql`select count(*) as n from stock_ledger where document_id = ${id} group by line_id`,
    ),
  )

test('fifty clients approve one document: one posting a line', async () => {
  const [warehouseId, a, b] = [await store.warehouse(), await store.sku(), await store.sku()]
  const { id } = await store.draft('warehousing', { warehouseId, purpose: 'purchase' }, [
    { skuId: a, quantity: 3, price: 1 },
    { skuId: b, quantity: 4, price: 1 },
  ])
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => mine.admin.send(store.at('warehousing', 'submit', id), {})),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    200,
    ...Array.from({ length: 49 }, () => 409),
  ])
  expect(await postings(id)).toEqual([{ n: 1 }, { n: 1 }])
})

test('a double click and a retry with one key are one document, one posting, one answer', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const body = {
    warehouseId,
    purpose: 'purchase',
    occurredOn: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now()),
    goods: [{ skuId, quantity: 3, price: 1 }],
  }
  const create = () =>
    mine.admin.send(callOf(warehousing, 'create'), body, {
      'idempotency-key': `make-${skuId}`,
    })
  const made = [...(await Promise.all([create(), create()])), await create()].filter(
    ({ statusCode }) => statusCode === 200,
  )
  const { id } = made[0]!.json() as { id: number }
  expect(new Set(made.map((answer) => (answer.json() as { id: number }).id)).size).toBe(1)
  const submit = (input = {}) =>
    mine.admin.send(store.at('warehousing', 'submit', id), input, {
      'idempotency-key': `submit-${id}`,
    })
  const first = [...(await Promise.all([submit(), submit()])), await submit()]
  const done = first.filter(({ statusCode }) => statusCode === 200)
  expect(
    first.every(
      (answer) => answer.statusCode === 200 || answer.json().code === 'error.idempotency.running',
    ),
  ).toBe(true)
  for (const answer of done) expect(answer.json()).toEqual(done[0]!.json())
  expect(await postings(id)).toEqual([{ n: 1 }])
  expect((await submit({ approverIds: [1] })).statusCode).toBe(422)
  const undo = () =>
    mine.admin.send(
      store.at('warehousing', 'void', id),
      { voidReason: '录错' },
      { 'idempotency-key': `void-${id}` },
    )
  await Promise.all([undo(), undo()])
  expect([(await undo()).statusCode, await postings(id)]).toEqual([200, [{ n: 2 }]])
  expect(await store.balance(warehouseId, skuId)).toMatchObject({ quantity: 0, value: 0 })
})

test('voiding a source and approving what is made from it: one of them happens', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  for (let round = 0; round < 8; round++) {
    const asked = await store.posted('aplionform', { warehouseId }, [{ skuId, quantity: 1 }])
    const draft = await store.converted(asked.id, 'warehousing')
    await app.db.write(mine.id, (tx) =>
      sql`update stock_document set audit_status = 3 where id = ${draft.id}`.execute(tx),
    )
    const [undone, got] = await Promise.all([
      mine.admin.send(store.at('aplionform', 'void', asked.id), { voidReason: '录错' }),
      mine.admin.send(store.at('warehousing', 'submit', draft.id), {}),
    ])
    expect([undone.statusCode, got.statusCode].sort()).toEqual([200, 409])
  }
})
