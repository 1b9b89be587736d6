import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { machineKind } from '#contract/farm/machine-kind.ts'
import { homeAround } from '#contract/home/around-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { batch } from '#contract/planting/batch.ts'
import { taskCosts } from '#contract/work/cost-calls.ts'
import { task } from '#contract/work/task.ts'
import { callOf } from '#contract/entity-calls.ts'
import { rows } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { newMember, seeAll } from './harness.ts'
import { oneStore } from './ground.ts'
import { editable, make, sample, type Made } from './samples.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)

/** What stands of facts, whatever was taken back. */
const facts = () =>
  app.db.read(mine.id, (tx) =>
    rows<{ areaId: number; kind: string; quantity: number; amount: number }>(
      tx,
      sql`select area_id, source_id, kind, title, sum(quantity)::float8 as quantity, unit_name,
          sum(amount)::float8 as amount, occurred_on from area_fact
        group by area_id, source_id, kind, title, unit_name, occurred_on having sum(quantity) <> 0
        order by source_id, kind`,
    ),
  )

test('work without a batch is borne by its base, told where one looks, and nowhere once undone', async () => {
  const leader = await farm.person()
  const plot = (await farm.plot()) as Made & { areaId: number }
  const base = await mine.admin.call(callOf(area, 'show'), { id: plot.areaId })
  await mine.admin.call(callOf(area, 'edit'), { ...editable(area, base), waterPrice: 2 })
  const { sku, warehouse } = await farm.input()
  const { id: mower } = await mine.admin.call(callOf(machineKind, 'create'), {
    ...(await sample(machineKind, mine.admin)),
    hourRate: 50,
  })
  const done = async () => {
    const { id } = await farm.task({
      areaId: plot.areaId,
      leaderId: leader.workerId,
      warehouseId: warehouse,
    })
    await farm.move(leader, id, 'start')
    await farm.move(leader, id, 'finish', {
      hours: [{ workerId: leader.workerId, hours: 4 }],
      used: [{ skuId: sku, quantity: 3 }],
      machines: [{ machineKindId: mower, hours: 2 }],
      waterUsed: 5,
    })
    await farm.move(mine.admin, id, 'adopt')
    return id
  }
  const [kept, undone] = [await done(), await done()]
  await farm.move(mine.admin, undone, 'undo')
  // Four hours at 160 a day, three at 4 yuan, two hours at 50, five cubic metres at 2.
  const standing = await facts()
  expect(standing.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['input', 12],
    ['labor', 80],
    ['machine', 100],
    ['water', 10],
  ])
  expect((await mine.admin.call(taskCosts, { id: kept })).map(({ amount }) => amount)).toEqual([
    100, 80, 12, 10,
  ])
  expect(await mine.admin.call(taskCosts, { id: undone })).toEqual([])
  const unborne = async (who: typeof mine.admin) => (await who.call(homeAround)).unborne
  expect(await unborne(mine.admin)).toEqual([
    { areaId: plot.areaId, areaName: base.areaName, cost: 202 },
  ])

  // Who may not know what things cost is told what was used; who sees another base, nothing.
  const codes = [batch.permissions.list, task.permissions.list]
  const [blind, elsewhere] = [
    await newMember(app, mine, codes),
    await newMember(app, mine, [...codes, costCode]),
  ]
  expect(await unborne(blind)).toBeNull()
  const [line] = await blind.call(taskCosts, { id: kept })
  expect(line).toMatchObject({ quantity: expect.any(Number) as number })
  expect(line).not.toHaveProperty('amount')
  const other = await make(area, mine.admin)
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[other.id]}::bigint[]
      where account_id = ${elsewhere.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect(await unborne(elsewhere)).toEqual([])
  expect((await elsewhere.send(taskCosts, { id: kept })).statusCode).toBe(404)
  await expect(
    app.db.write(mine.id, (tx) => sql`update area_fact set amount = 0`.execute(tx)),
  ).rejects.toThrow()

  // What was accepted before facts of bases were kept is counted when they come.
  const migration = await readFile('server/db/migrations/474_area_fact.sql', 'utf8')
  // As migrations are run: nothing is hidden from them.
  const everything = await seeAll(app)
  await everything.query('delete from area_fact')
  await everything.query(migration.slice(migration.indexOf('insert into area_fact')))
  await everything.end()
  expect(await facts()).toEqual(standing)
})
