import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { land } from '#contract/farm/land.ts'
import { taskDoses } from '#contract/work/task-calls.ts'
import { oneStore } from './ground.ts'
import { make, type Made } from './samples.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const doses = (skuIds: readonly number[], landIds?: readonly number[]) =>
  mine.admin.call(taskDoses, {
    skuIds: skuIds.join(','),
    ...(landIds && { landIds: landIds.join(',') }),
  })
const dosed = async (dosePerMu: number | null) => {
  const sku = await store.sku({ agriculturalFlag: 1 })
  await app.db.write(mine.id, (tx) =>
    sql`update product set dose_per_mu = ${dosePerMu}
      where id = (select product_id from product_sku where id = ${sku})`.execute(tx),
  )
  return sku
}
const plot = (acreage: number | null) =>
  make(land, mine.admin).then(async ({ id }: Made) => {
    await app.db.write(mine.id, (tx) =>
      sql`update land set acreage = ${acreage} where id = ${id}`.execute(tx),
    )
    return id
  })

test('what goods say that a mu takes is told for the area of the plots, to three decimals', async () => {
  const [much, little, silent] = [await dosed(12.5), await dosed(0.333), await dosed(null)]
  const [a, b] = [await plot(3.2), await plot(1.1)]
  expect(await doses([much, silent, little, much], [a, b, a])).toEqual({
    area: 4.3,
    goods: [
      expect.objectContaining({ skuId: much, dosePerMu: 12.5, quantity: 53.75 }),
      expect.objectContaining({ skuId: little, dosePerMu: 0.333, quantity: 1.432 }),
    ],
  })
})

test('of plots of which parts are chosen, the parts take it', async () => {
  const sku = await dosed(10)
  const [beds, whole] = [await plot(5), await plot(2)]
  await app.db.write(mine.id, (tx) =>
    sql`update land set parts = ${JSON.stringify([
      { name: '1', acreage: 0.4 },
      { name: '2', acreage: 0.6 },
      { name: '3' },
    ])}::jsonb where id = ${beds}`.execute(tx),
  )
  const of = (parts: string) =>
    mine.admin.call(taskDoses, { skuIds: String(sku), landIds: `${beds},${whole}`, parts })
  expect(await of(`${beds}:1`)).toMatchObject({ area: 2.4, goods: [{ quantity: 24 }] })
  expect(await of(`${beds}:1,${beds}:2`)).toMatchObject({ area: 3, goods: [{ quantity: 30 }] })
  expect(await of(`${beds}:3`)).toMatchObject({ area: null, goods: [{ quantity: null }] })
})

test('of plots whose size nobody knows, and of none, no amount is told', async () => {
  const sku = await dosed(2)
  const [known, unknown] = [await plot(5), await plot(null)]
  for (const plots of [undefined, [unknown], [known, unknown]])
    expect(await doses([sku], plots)).toMatchObject({ area: null, goods: [{ quantity: null }] })
})

test('whoever only works on tasks is not told', async () => {
  const worker = await farm.person()
  const sku = await dosed(2)
  await expect(worker.call(taskDoses, { skuIds: String(sku) })).rejects.toMatchObject({
    status: 403,
  })
})
