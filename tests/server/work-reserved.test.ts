import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movesOf, type AskedQuestion } from '#contract/inventory/document-calls.ts'
import type { DocumentQuestion } from '#contract/inventory/document-kinds.ts'
import { shipment } from '#contract/inventory/document.ts'
import { taskLots, myTask } from '#contract/work/task-calls.ts'
import { ownTaskList } from '#contract/work/task.ts'
import { callOf } from '#contract/entity-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { raiseRights } from '#server/db/rights.ts'
import type { CallFailed } from '#server/demo/client.ts'
import { oneStore } from './ground.ts'
import { day } from './stock.ts'
import { Farm, type Person } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)

/** Two lots in a warehouse: six that end soon, ten that end later. */
const twoLots = async () => {
  const [warehouse, sku] = [await store.warehouse(), await store.sku({ lotFlag: 1 })]
  const lots = [
    { lot: 'LATE', expiresOn: day(300), quantity: 10 },
    { lot: 'SOON', expiresOn: day(30), quantity: 6 },
  ]
  await store.posted(
    'warehousing',
    { warehouseId: warehouse, purpose: 'initial' },
    lots.map((one) => ({ skuId: sku, price: 2, ...one })),
  )
  return { warehouse, sku }
}
type Found = Awaited<ReturnType<typeof twoLots>>
const reserved = async ({ warehouse, sku }: Found) =>
  Object.fromEntries(
    (
      await mine.admin.call(callOf(stockBalance, 'list'), { warehouseId: warehouse, skuId: sku })
    ).content.map((one) => [one.lot, one.reserved]),
  )
const free = async ({ warehouse, sku }: Found, taskId?: number) =>
  (
    await mine.admin.call(taskLots, {
      warehouseId: warehouse,
      skuIds: String(sku),
      taskId,
    })
  ).map(({ lot, quantity }) => [lot, quantity])
const planned = async (found: Found, leaderId: number, quantity: number) =>
  farm.task({
    leaderId,
    warehouseId: found.warehouse,
    materials: [{ skuId: found.sku, quantity }],
  })

test('a begun task keeps its goods, those that end first, until it is over', async () => {
  const leader = await farm.person()
  const found = await twoLots()
  const [one, other] = [
    await planned(found, leader.workerId, 8),
    await planned(found, leader.workerId, 12),
  ]
  expect(await reserved(found)).toEqual({ SOON: 0, LATE: 0 })
  await farm.move(leader, one.id, 'start')
  expect(await reserved(found)).toEqual({ SOON: 6, LATE: 2 })
  // Its own is free for itself; another finds what is left.
  expect(await free(found, one.id)).toEqual([
    ['SOON', 6],
    ['LATE', 10],
  ])
  expect(await free(found, other.id)).toEqual([['LATE', 8]])
  const seen = await leader.call(myTask, { id: other.id })
  expect(seen.short).toEqual([{ skuId: found.sku, free: 8 }])
  // Not to whoever may not look up stock, and not of a warehouse that somebody does not see.
  const looker = await farm.person([ownTaskList])
  const theirs = await planned(found, looker.workerId, 12)
  const short = async (who: Person) => (await who.call(myTask, { id: theirs.id })).short
  expect(await short(looker)).toEqual([])
  const finisher = await farm.person()
  await farm.move(mine.admin, theirs.id, 'assign', { leaderId: finisher.workerId })
  expect(await short(finisher)).toEqual([{ skuId: found.sku, free: 8 }])
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[theirs.areaId]}::bigint[]
      where account_id = ${finisher.accountId}`.execute(tx)
    await sql`update worker set area_id = ${theirs.areaId} where id = ${finisher.workerId}`.execute(
      tx,
    )
    await raiseRights(tx, mine.id)
  })
  expect(await short(finisher)).toEqual([])
  // What is reported holds its own lots, and no more than lies there is kept.
  await farm.move(leader, one.id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    used: [{ skuId: found.sku, lot: 'late', quantity: 9 }],
  })
  expect(await reserved(found)).toEqual({ SOON: 0, LATE: 9 })
  await farm.move(leader, other.id, 'start')
  expect(await reserved(found)).toEqual({ SOON: 6, LATE: 10 })
  await farm.move(mine.admin, other.id, 'cancel', { reason: '不做了' })
  expect(await reserved(found)).toEqual({ SOON: 0, LATE: 9 })
  await farm.move(mine.admin, one.id, 'adopt')
  expect(await reserved(found)).toEqual({ SOON: 0, LATE: 0 })
})

test('whoever issues what tasks will take is asked, and may all the same', async () => {
  const leader = await farm.person()
  const found = await twoLots()
  const one = await planned(found, leader.workerId, 10)
  await farm.move(leader, one.id, 'start')
  const issue = (quantity: number) =>
    store.draft('shipment', { warehouseId: found.warehouse, purpose: 'sale' }, [
      { skuId: found.sku, lot: 'LATE', quantity },
    ])
  const submit = (id: number, accepted?: DocumentQuestion[]) =>
    mine.admin.call(movesOf(shipment).submit, { id, accepted })
  await submit((await issue(6)).id)
  const more = await issue(1)
  const refusal = await submit(more.id).then(
    () => null,
    (error: CallFailed) => error,
  )
  expect(refusal).toMatchObject({ status: 409, body: { code: 'document.confirm' } })
  const [question] = refusal!.body.questions as AskedQuestion[]
  expect(question).toMatchObject({ code: 'reserved', lines: [{ reserved: 10, free: 0 }] })
  await submit(more.id, ['reserved'])
  expect((await store.show('shipment', more.id)).auditStatus).toBe(2)
  // Less lies there than the task will take: all of it is kept.
  expect(await reserved(found)).toEqual({ SOON: 6, LATE: 3 })
})

test('goods past their day are kept for no task that is yet to take them, and are no stock for it', async () => {
  const leader = await farm.person()
  const found = await twoLots()
  await app.db.write(mine.id, (tx) =>
    sql`update stock_lot set expires_on = ${day(-1)} where sku_id = ${found.sku} and lot = 'SOON'`.execute(
      tx,
    ),
  )
  const one = await planned(found, leader.workerId, 12)
  expect((await leader.call(myTask, { id: one.id })).short).toEqual([
    { skuId: found.sku, free: 10 },
  ])
  await farm.move(leader, one.id, 'start')
  expect(await reserved(found)).toEqual({ SOON: 0, LATE: 10 })
  // Another finds none of them; what has ended is told last.
  const other = await planned(found, leader.workerId, 1)
  expect((await leader.call(myTask, { id: other.id })).short).toEqual([
    { skuId: found.sku, free: 0 },
  ])
  expect(await free(found, other.id)).toEqual([['SOON', 6]])
  const issue = async (lot: string) =>
    (
      await store.draft('shipment', { warehouseId: found.warehouse, purpose: 'scrap' }, [
        { skuId: found.sku, lot, quantity: 1 },
      ])
    ).id
  // What has ended is scrapped without a word of tasks; of what they take, whoever issues it is
  // asked.
  await mine.admin.call(store.at('shipment', 'submit', await issue('SOON')), {})
  await expect(
    mine.admin.call(store.at('shipment', 'submit', await issue('LATE')), {}),
  ).rejects.toMatchObject({
    body: {
      code: 'document.confirm',
      questions: [{ code: 'reserved', lines: [{ reserved: 10, free: 0 }] }],
    },
  })
  // What was reported of it is its own.
  await farm.move(leader, one.id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    used: [{ skuId: found.sku, lot: 'SOON', quantity: 2 }],
    accepted: ['expired'],
  })
  expect(await reserved(found)).toEqual({ SOON: 2, LATE: 0 })
})
