import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { allowed } from '#contract/entity.ts'
import {
  documentChain,
  documentRemaining,
  transferTargets,
} from '#contract/inventory/document-calls.ts'
import { auditStatus, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { nextKinds, type DocumentFacts } from '#contract/inventory/document-rules.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { documents, transfer } from '#contract/inventory/document.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { callOf } from '#contract/entity-calls.ts'
import { raiseRights } from '#server/db/rights.ts'
import type { Client } from '#server/demo/client.ts'
import { oneStore } from './ground.ts'
import { newMember } from './harness.ts'
import { editable, make } from './samples.ts'
import { day, refusal, type Document } from './stock.ts'

const { app, mine, store } = await oneStore()
const codes = [
  ...new Set(
    [...Object.values(documents), stockBalance].flatMap(
      ({ permissions }) => Object.values(permissions).flat() as string[],
    ),
  ),
]
/** A base with a warehouse, and its keeper, who sees nothing else. */
async function side(more: readonly string[] = [costCode]) {
  const { id: areaId } = await make(area, mine.admin)
  const warehouseId = await store.warehouse()
  const keeper = await newMember(app, mine, [...codes, ...more])
  await app.db.write(mine.id, async (tx) => {
    await sql`update warehouse set area_id = ${areaId} where id = ${warehouseId}`.execute(tx)
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[areaId]}::bigint[]
      where account_id = ${keeper.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  return { areaId, warehouseId, keeper }
}
const [from, to, other] = [await side(), await side(), await side()]
const skuId = await store.sku({ lotFlag: 1 })
await store.receive(from.warehouseId, skuId, 100, 3, { lot: 'L' })

const status = async (who: Client, kind: DocumentKind, action: string, id: number, body = {}) => {
  const { status, code } = await refusal(who.send(store.at(kind, action, id), body))
  return [status, code]
}
/** What is left of a document, made into one of another kind and handed in by somebody. */
async function carriedOut(
  who: Client,
  source: number,
  kind: 'shipment' | 'warehousing',
  quantity?: number,
) {
  const left = await who.call(documentRemaining, { id: source, to: kind })
  const draft = await who.call<Document>(documents[kind].api.create!, {
    occurredOn: day(),
    warehouseId: left.warehouseId,
    purpose: 'transfer',
    sourceId: source,
    goods: left.goods.map((good) => ({
      skuId: good.skuId,
      lot: 'L',
      quantity: quantity ?? good.quantity,
      sourceLineId: good.sourceLineId,
    })),
  })
  return who.call<Document>(store.at(kind, 'submit', draft.id), {})
}
const onHand = async () =>
  Promise.all(
    [from, to].map(
      async ({ warehouseId }) => (await store.balance(warehouseId, skuId, 'L')).quantity,
    ),
  )

test('each side of a transfer does its own part: one sends, the other takes in, neither the other’s', async () => {
  const planned = await store.posted(
    'transfer',
    { warehouseId: from.warehouseId, toWarehouseId: to.warehouseId },
    [{ skuId, quantity: 10 }],
  )
  for (const { keeper } of [from, to])
    expect((await keeper.send(store.at('transfer', 'show', planned.id))).statusCode).toBe(200)
  expect((await other.keeper.send(store.at('transfer', 'show', planned.id))).statusCode).toBe(404)
  // Whoever is to receive neither sends nor calls it over.
  await expect(carriedOut(to.keeper, planned.id, 'shipment')).rejects.toMatchObject({ status: 403 })
  for (const [action, body] of [
    ['void', { voidReason: 'x' }],
    ['close', { closeReason: 'x' }],
  ] as const)
    expect(await status(to.keeper, 'transfer', action, planned.id, body)).toEqual([
      403,
      'document.other_side',
    ])
  const sent = await carriedOut(from.keeper, planned.id, 'shipment')
  expect(await onHand()).toEqual([90, 0])
  // Goods on their way are seen at both ends.
  const shown = await to.keeper.call<Document & { costTotal: number | null }>(
    store.at('shipment', 'show', sent.id),
  )
  expect(shown.goods).toMatchObject([{ skuId, quantity: 10 }])
  expect((await other.keeper.send(store.at('shipment', 'show', sent.id))).statusCode).toBe(404)
  for (const [action, body] of [
    ['void', { voidReason: 'x' }],
    ['close', { closeReason: 'x' }],
  ] as const)
    expect(await status(to.keeper, 'shipment', action, sent.id, body)).toEqual([
      403,
      'document.other_side',
    ])
  await expect(carriedOut(from.keeper, sent.id, 'warehousing')).rejects.toMatchObject({
    status: 403,
  })
  // Less came than was sent: what came is taken in, the rest stays on its way until it is called over.
  const came = await carriedOut(to.keeper, sent.id, 'warehousing', 8)
  expect(await onHand()).toEqual([90, 8])
  expect(await store.balance(to.warehouseId, skuId, 'L')).toMatchObject({ value: 24, average: 3 })
  expect(await store.show('shipment', sent.id)).toMatchObject({
    execStatus: 1,
    goods: [{ doneQuantity: 8 }],
  })
  // What was taken in by mistake is given back to the road by who took it in.
  expect((await from.keeper.send(store.at('warehousing', 'show', came.id))).statusCode).toBe(404)
  await to.keeper.call(store.at('warehousing', 'void', came.id), { voidReason: 'recounted' })
  expect(await onHand()).toEqual([90, 0])
  await carriedOut(to.keeper, sent.id, 'warehousing', 9)
  await from.keeper.call(store.at('shipment', 'close', sent.id), { closeReason: 'one bag broke' })
  expect(await onHand()).toEqual([90, 9])
})

test('a draft of one side is not written by the other', async () => {
  const draft = await store.draft(
    'transfer',
    { warehouseId: from.warehouseId, toWarehouseId: to.warehouseId },
    [{ skuId, quantity: 1 }],
  )
  const shown = await to.keeper.call(callOf(transfer, 'show'), { id: draft.id })
  const edited = await refusal(
    to.keeper.send(documents.transfer.api.edit!, {
      ...editable(transfer, shown),
      // Their own: the sender's, which they do not see, would be refused before.
      warehouseId: to.warehouseId,
      remark: 'mine now',
    }),
  )
  expect([edited.status, edited.code]).toEqual([403, 'document.other_side'])
  expect((await status(to.keeper, 'transfer', 'submit', draft.id))[0]).toBe(403)
  expect(
    (
      await to.keeper.send(
        documents.transfer.api.delete!.replace('{id}', String(draft.id)),
        undefined,
      )
    ).statusCode,
  ).toBe(403)
  expect(await store.show('transfer', draft.id)).toMatchObject({ auditStatus: 0, remark: null })
})

test('what the sender’s goods cost is the sender’s: the other side is not told', async () => {
  const planned = await store.posted(
    'transfer',
    { warehouseId: from.warehouseId, toWarehouseId: to.warehouseId },
    [{ skuId, quantity: 2 }],
  )
  const sent = await carriedOut(from.keeper, planned.id, 'shipment')
  const told = async (who: Client) =>
    who.call<Document & { costTotal: number | null }>(store.at('shipment', 'show', sent.id))
  expect(await told(from.keeper)).toMatchObject({ costTotal: 6, goods: [{ unitCost: 3 }] })
  expect(await told(to.keeper)).toMatchObject({
    costTotal: null,
    goods: [{ unitCost: null, costAmount: null }],
  })
})

// Buttons read the row as it is shown to whoever looks (allowed, nextKinds); the server is asked.
test(
  'each side is offered what is taken from it, and nothing else',
  { timeout: 60_000 },
  async () => {
    const plan = () =>
      store.posted('transfer', { warehouseId: from.warehouseId, toWarehouseId: to.warehouseId }, [
        { skuId, quantity: 2 },
      ])
    const ways = [
      ['transfer', plan],
      ['shipment', async () => carriedOut(from.keeper, (await plan()).id, 'shipment')],
    ] as const
    for (const [kind, made] of ways)
      for (const [end, { keeper }] of Object.entries({ from, to }))
        for (const status of Object.values(auditStatus)) {
          const { id } = await made()
          await app.db.write(mine.id, (tx) =>
            sql`update stock_document set audit_status = ${status} where id = ${id}`.execute(tx),
          )
          const row = await keeper.call<Document>(store.at(kind, 'show', id))
          const facts = row as unknown as Record<string, unknown> & DocumentFacts
          const next = nextKinds(kind, facts)
          for (const to of ['shipment', 'warehousing'] as const) {
            const { statusCode } = await keeper.send(documentRemaining, { id, to })
            expect([kind, end, status, to, statusCode === 200]).toEqual([
              kind,
              end,
              status,
              to,
              next.includes(to),
            ])
          }
          for (const action of ['withdraw', 'submit', 'close', 'void', 'delete'] as const) {
            const answer = await refusal(
              keeper.send(store.at(kind, action, id), {
                ...(action === 'close' && { closeReason: 'x' }),
                ...(action === 'void' && { voidReason: 'x' }),
              }),
            )
            const isOpen = answer.code !== 'error.state' && answer.code !== 'document.other_side'
            expect([kind, end, status, action, isOpen]).toEqual([
              kind,
              end,
              status,
              action,
              allowed(documents[kind], action, facts),
            ])
            if (isOpen) break
          }
        }
  },
)

test('the other warehouse is named, and nothing else of it is told', async () => {
  const { id } = await store.posted(
    'transfer',
    { warehouseId: from.warehouseId, toWarehouseId: to.warehouseId },
    [{ skuId, quantity: 1 }],
  )
  const name = async (warehouseId: number) =>
    (await mine.admin.call(callOf(warehouse, 'show'), { id: warehouseId })).name
  const names = {
    warehouseIdName: await name(from.warehouseId),
    toWarehouseIdName: await name(to.warehouseId),
  }
  for (const { keeper } of [from, to]) {
    expect(await keeper.call(callOf(transfer, 'show'), { id })).toMatchObject(names)
    const { content } = await keeper.call(callOf(transfer, 'list'), {})
    expect(content.find((one) => one.id === id)).toMatchObject(names)
    expect(await keeper.call(documentChain, { id })).toMatchObject([
      { toWarehouseName: names.toWarehouseIdName },
    ])
  }
  const sent = await carriedOut(from.keeper, id, 'shipment')
  expect(await to.keeper.call(store.at('shipment', 'show', sent.id))).toMatchObject({
    warehouseIdName: names.warehouseIdName,
  })
  expect(
    (await to.keeper.send(callOf(warehouse, 'show'), { id: from.warehouseId })).statusCode,
  ).toBe(404)
})

test('goods are sent to a warehouse that the sender does not see, and from none', async () => {
  const closed = await store.warehouse()
  await app.db.write(mine.id, (tx) =>
    sql`update warehouse set enabled_flag = 0 where id = ${closed}`.execute(tx),
  )
  const targets = await from.keeper.call(transferTargets, { of: 'use' })
  expect(targets.map(({ id }) => id)).toEqual(
    expect.arrayContaining([from.warehouseId, to.warehouseId, other.warehouseId]),
  )
  expect(targets.map(({ id }) => id)).not.toContain(closed)
  expect(Object.keys(targets[0]!).sort()).toEqual(['enabledFlag', 'id', 'name'])
  const draft = (who: Client, warehouseId: number, toWarehouseId: number) =>
    who.send(documents.transfer.api.create!, {
      occurredOn: day(),
      warehouseId,
      toWarehouseId,
      goods: [{ skuId, quantity: 1 }],
    })
  const made = await draft(from.keeper, from.warehouseId, to.warehouseId)
  expect(made.statusCode).toBe(200)
  const { id } = made.json<Document>()
  await from.keeper.call(store.at('transfer', 'submit', id), {})
  const sent = await carriedOut(from.keeper, id, 'shipment')
  await carriedOut(to.keeper, sent.id, 'warehousing')
  expect(await refusal(draft(from.keeper, to.warehouseId, from.warehouseId))).toMatchObject({
    status: 422,
    fields: { warehouseId: expect.anything() },
  })
  expect(await refusal(draft(from.keeper, from.warehouseId, closed))).toMatchObject({
    status: 422,
    code: 'document.warehouse_disabled',
  })
  expect(await refusal(draft(from.keeper, from.warehouseId, 999_999))).toMatchObject({
    status: 422,
    fields: { toWarehouseId: expect.anything() },
  })
})
