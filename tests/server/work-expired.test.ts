import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documentKinds } from '#contract/inventory/document-kinds.ts'
import { taskLots } from '#contract/work/task-calls.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { taskStates } from '#contract/work/task-states.ts'
import { row } from '#server/db/database.ts'
import { oneStore } from './ground.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const leader = await farm.person()

/** An input of which one lot ended yesterday and another is good for long. */
async function twoLots() {
  const sku = await store.sku({ agriculturalFlag: 1, lotFlag: 1 })
  const warehouse = await store.warehouse()
  for (const [lot, expiresOn] of Object.entries({ OLD: day(-1), GOOD: day(200) })) {
    const { id } = await store.draft(
      documentKinds.inputWarehousing,
      { warehouseId: warehouse, purpose: 'initial' },
      [{ skuId: sku, quantity: 10, price: 4, lot, expiresOn }],
    )
    await store.move(documentKinds.inputWarehousing, 'submit', id, { accepted: ['expired'] })
  }
  return { sku, warehouse }
}
async function begun(warehouseId: number) {
  const made = await farm.task({ leaderId: leader.workerId, warehouseId })
  await farm.move(leader, made.id, 'start')
  return made
}

test('lots past their day come last; who reports one is asked, and what was said is kept', async () => {
  const { sku, warehouse } = await twoLots()
  const lots = await mine.admin.call(taskLots, {
    warehouseId: warehouse,
    skuIds: String(sku),
  })
  expect(lots.map(({ lot }) => lot)).toEqual(['GOOD', 'OLD'])
  const made = await begun(warehouse)
  const finish = (lot: string, more = {}) =>
    farm.move(leader, made.id, 'finish', {
      hours: [{ workerId: leader.workerId, hours: 1 }],
      warehouseId: warehouse,
      used: [{ skuId: sku, lot, quantity: 2 }],
      ...more,
    })
  await expect(finish('old')).rejects.toMatchObject({
    status: 409,
    body: { code: 'task.expired', expired: [{ lot: 'OLD', date: day(-1) }] },
  })
  expect((await farm.show(made.id)).finishedAt).toBeNull()
  await finish('old', { accepted: ['expired'] })
  await farm.move(mine.admin, made.id, 'adopt')
  const posted = await app.db.read(mine.id, (tx) =>
    row<{ accepted: string[] }>(
      tx,
      sql`select d.accepted from task t join stock_document d on d.id = t.use_document_id where t.id = ${made.id}`,
    ),
  )
  expect(posted?.accepted).toEqual(['expired'])
  // Whoever accepts it was told what was said, and is not asked again.
  expect((await farm.show(made.id)).expired).toMatchObject([{ lot: 'OLD', date: day(-1) }])
})

test('lots that end between report and acceptance are asked about there, and it is written down', async () => {
  const { sku, warehouse } = await twoLots()
  const made = await begun(warehouse)
  await farm.move(leader, made.id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    warehouseId: warehouse,
    used: [
      { skuId: sku, lot: 'GOOD', quantity: 2 },
      { skuId: sku, lot: 'OLD', quantity: 1 },
    ],
    accepted: ['expired'],
  })
  const ends = day(-1)
  await app.db.write(mine.id, (tx) =>
    sql`update stock_lot set expires_on = ${ends} where sku_id = ${sku} and lot = 'GOOD'`.execute(
      tx,
    ),
  )
  await expect(farm.move(mine.admin, made.id, 'adopt')).rejects.toMatchObject({
    status: 409,
    body: { code: 'task.expired', expired: [{ lot: 'GOOD', date: ends }] },
  })
  expect((await farm.show(made.id)).state).toBe(taskStates.finished)
  await farm.move(mine.admin, made.id, 'adopt', { accepted: ['expired'] })
  const done = await farm.show(made.id)
  expect(done.expired).toMatchObject([{ lot: 'OLD' }, { lot: 'GOOD' }])
  const [latest] = (
    await mine.admin.call(recordHistory, { entity: 'task', recordId: String(made.id) })
  ).content
  expect(latest).toMatchObject({ action: 'adopt' })
  expect(JSON.stringify(latest)).toContain('GOOD')
})

test('what was good on the day on which it was used is not asked about', async () => {
  const { sku, warehouse } = await twoLots()
  const made = await begun(warehouse)
  await farm.move(leader, made.id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    warehouseId: warehouse,
    used: [{ skuId: sku, lot: 'GOOD', quantity: 2 }],
  })
  expect((await farm.show(made.id)).state).not.toBe(made.state)
})
