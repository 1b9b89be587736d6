import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { machineKind } from '#contract/farm/machine-kind.ts'
import { homeAround } from '#contract/home/around-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { areaCost, areaCostTotals } from '#contract/planting/area-cost.ts'
import { batch } from '#contract/planting/batch.ts'
import { exportList, job } from '#contract/platform/platform-calls.ts'
import { taskCosts } from '#contract/work/cost-calls.ts'
import { task } from '#contract/work/task.ts'
import { callOf } from '#contract/entity-calls.ts'
import { rows } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { day } from './stock.ts'
import { download, newMember, newTenant, seeAll } from './harness.ts'
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

/** A base with a price of water, where somebody does work without a batch. */
async function upkeep() {
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
  return { plot, base, done }
}

test('work without a batch is borne by its base, told where one looks, and nowhere once undone', async () => {
  const { plot, base, done } = await upkeep()
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

test('what a base bears is listed line by line with the work it comes from, and exported', async () => {
  const { plot, base, done } = await upkeep()
  const [kept, undone] = [await done(), await done()]
  await farm.move(mine.admin, undone, 'undo')
  const listed = async (who: typeof mine.admin, query: object = {}) =>
    (await who.call(callOf(areaCost, 'list'), { size: 0, areaId: plot.areaId, ...query })).content
  const lines = await listed(mine.admin)
  expect(
    lines
      .map(({ kind, amount, taskId, quantity, unitName }) => [
        kind,
        amount,
        taskId,
        quantity,
        unitName,
      ])
      .sort(),
  ).toEqual([
    ['input', 12, kept, 3, expect.any(String)],
    ['labor', 80, kept, 4, 'h'],
    ['machine', 100, kept, 2, 'h'],
    ['water', 10, kept, 5, 'm³'],
  ])
  expect(lines[0]).toMatchObject({ areaIdName: base.areaName, occurredOn: day() })
  expect(await listed(mine.admin, { kind: 'labor' })).toHaveLength(1)
  expect(await listed(mine.admin, { occurredOnFrom: day(), occurredOnTo: day() })).toHaveLength(4)
  expect(await listed(mine.admin, { occurredOnFrom: day(-9), occurredOnTo: day(-1) })).toEqual([])

  const query = { areaId: String(plot.areaId), kind: 'machine' }
  const added = (who: typeof mine.admin) =>
    who.call(areaCostTotals, { areaId: String(plot.areaId), size: '1' })
  expect(await added(mine.admin)).toEqual({ count: 4, amount: 202 })
  const columns = ['occurredOn', 'areaId', 'kind', 'taskId', 'amount']
  const exported = async (who: typeof mine.admin) => {
    const asked = { entity: areaCost.name, format: 'csv', columns, query } as const
    const { jobId } = await who.call(exportList, asked)
    await app.jobs.work()
    const { resultUrl } = await who.call(job, { id: jobId })
    return (await download(who, resultUrl)).body
  }
  const file = await exported(mine.admin)
  expect(file).toContain('"机械"')
  expect(file).toContain(base.areaName)
  expect(file).toMatch(/,100(\.00)?\r\n$/)

  // By a code of its own; without that of costs the amounts are withheld, in a file too.
  const [blind, elsewhere, nobody] = [
    await newMember(app, mine, [areaCost.permissions.list]),
    await newMember(app, mine, [areaCost.permissions.list, costCode]),
    await newMember(app, mine, [batch.permissions.list, costCode]),
  ]
  expect(await listed(blind)).toHaveLength(4)
  expect((await listed(blind))[0]).not.toHaveProperty('amount')
  expect(await added(blind)).toEqual({ count: 4 })
  const withAmounts = { entity: areaCost.name, format: 'csv' as const, columns: ['amount'], query }
  expect((await blind.send(exportList, withAmounts)).statusCode).toBe(403)
  expect((await nobody.send(callOf(areaCost, 'list'), {})).statusCode).toBe(403)
  const other = await make(area, mine.admin)
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[other.id]}::bigint[]
      where account_id = ${elsewhere.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect(await listed(elsewhere)).toEqual([])
  expect(await added(elsewhere)).toEqual({ count: 0, amount: 0 })
  const seen = { id: lines[0]!.id }
  expect((await elsewhere.send(callOf(areaCost, 'show'), seen)).statusCode).toBe(404)
  const foreign = await newTenant(app)
  expect((await foreign.admin.send(callOf(areaCost, 'show'), seen)).statusCode).toBe(404)
})

test('who was told the sums of it is told what they are made of', async () => {
  const migration = await readFile('server/db/migrations/488_area_cost.sql', 'utf8')
  const everything = await seeAll(app)
  const codesOf = async (...codes: string[]) => {
    const { accountId } = await newMember(app, mine, codes)
    await everything.query(migration.slice(migration.indexOf('insert into role_permission')))
    const { rows: found } = await everything.query<{ code: string }>(
      `select p.code from role_permission p join member_role r on r.tenant_id = p.tenant_id and r.role_id = p.role_id
          join member m on m.tenant_id = r.tenant_id and m.id = r.member_id
        where m.account_id = $1`,
      [accountId],
    )
    return found.map(({ code }) => code).includes(areaCost.permissions.list)
  }
  expect(await codesOf(batch.permissions.list, costCode)).toBe(true)
  expect(await codesOf(batch.permissions.list)).toBe(false)
  expect(await codesOf(costCode)).toBe(false)
  await everything.end()
})
