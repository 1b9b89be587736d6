import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { batch } from '#contract/planting/batch.ts'
import { area } from '#contract/farm/area.ts'
import { machineKind } from '#contract/farm/machine-kind.ts'
import { worker } from '#contract/farm/worker.ts'
import { homeAround } from '#contract/home/around-calls.ts'
import { taskCosts } from '#contract/work/cost-calls.ts'
import { workMonth } from '#contract/work/work-hours.ts'
import { inputShipment } from '#contract/inventory/document.ts'
import { batchMoves, batchTimeline } from '#contract/planting/batch-calls.ts'
import { callOf, type Told } from '#contract/entity-calls.ts'
import { Random } from '#scripts/bench/stock-random.ts'
import { newDevice } from './devices.ts'
import { oneStore } from './ground.ts'
import { editable, sample, type Made } from './samples.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const seed = Number(process.env.SEED ?? 20)
const fen = (yuan: number) => Math.round(yuan * 100)
/** A part of a whole number, halves up. */
const half = (whole: number, by: number) => Math.floor((2 * Math.round(whole) + by) / (2 * by))
/** In whole hundredths of pieces and of fen, so that no fraction is lost on the way. */
const ofPieces = (pieces: number, rate: number) =>
  Math.round((Math.round(pieces * 100) * Math.round(rate * 10_000)) / 10_000)
type Batch = Made & {
  areaId: number
  landIds: number[]
  batchCode: string
  cost: number | null
  realYield: number | null
  revenue: number | null
  margin: number | null
}
interface Books {
  cost: number
  income: number
  /** Grams. */
  picked: number
}
const empty = (): Books => ({ cost: 0, income: 0, picked: 0 })

/**
 * What batches say of themselves against what their documents, hours and notes add up to: by
 * arithmetic of its own, over whatever people do.
 */
test(
  `costs, yields and margins are those of the documents (SEED=${seed})`,
  { timeout: 120_000 },
  async () => {
    const random = new Random(seed)
    const leader = await farm.person()
    const { id: hand } = await mine.admin.call(callOf(worker, 'create'), {
      ...(await sample(worker, mine.admin)),
      dayWage: 175,
      userId: null,
    })
    const wages = new Map([
      [leader.workerId, 160],
      [hand, 175],
    ])
    const rate = 0.3175
    const picking = await farm.kind('harvest', { payBy: 'piece', pieceUnit: '斤', pieceRate: rate })
    const { sku, warehouse } = await farm.input({}, 5000)
    const [boxed, loose] = [await farm.produce(0.125), await farm.produce(null)]
    const bare = await store.sku({ type: 'produce' })
    await store.receive(warehouse, bare, 5000, 1)
    const [hourRate, waterPrice] = [87.35, 1.63]
    const { id: tractor } = await mine.admin.call(callOf(machineKind, 'create'), {
      ...(await sample(machineKind, mine.admin)),
      hourRate,
    })
    const price = 3.3
    const batches: Batch[] = []
    const produce = new Map<number, number>()
    for (let i = 0; i < 3; i++) {
      const made = await mine.admin.call(callOf(batch, 'create'), {
        ...(await sample(batch, mine.admin)),
        price: i === 0 ? price : null,
      })
      batches.push(made as Batch)
      const base = await mine.admin.call(callOf(area, 'show'), { id: made.areaId as number })
      await mine.admin.call(callOf(area, 'edit'), { ...editable(area, base), waterPrice })
      produce.set(made.id, await store.sku({ lotFlag: 1 }))
      await store.posted('warehousing', { warehouseId: warehouse, purpose: 'produce' }, [
        { skuId: produce.get(made.id)!, quantity: 1000, price: 1, lot: made.batchCode! },
      ])
      await mine.admin.call(batchMoves.start, { id: made.id, plantedOn: day(-3) })
    }
    const { id: valve } = await newDevice(mine.admin, 'electric_valve', {
      areaId: batches[2]!.areaId,
      landId: batches[2]!.landIds[0]!,
    })
    await app.db.write(mine.id, (tx) =>
      sql`insert into telemetry_hour (tenant_id, device_id, metric, at, count, min, max, sum, first_at, first, last_at, last)
      values (${mine.id}, ${valve}, 'flow', date_trunc('hour', now()), 1, 0, 0, 0, now(), 0, now(), 0)`.execute(
        tx,
      ),
    )
    // Fen, tenths of hours and hundredths of pieces: what the month's sheet must add up to.
    let paid = 0
    let worked = 0
    let counted = 0
    const books = new Map(batches.map(({ id }) => [id, empty()]))
    const book = (id: number, change: Partial<Books>) => {
      const own = books.get(id)!
      for (const name of Object.keys(change) as (keyof Books)[]) own[name] += change[name]!
    }

    // Of what no batch bears, base by base.
    const borne = new Map(batches.map(({ areaId }) => [areaId, 0]))
    const work = async (grown: Batch, isBare = false) => {
      const isByPiece = random.below(3) === 0
      const made = await farm.task({
        ...(isByPiece && { taskTypeId: picking }),
        areaId: grown.areaId,
        batchId: isBare ? null : grown.id,
        leaderId: leader.workerId,
        warehouseId: warehouse,
      })
      await farm.move(leader, made.id, 'start')
      const hours = [...wages.keys()].slice(0, 1 + random.below(2)).map((workerId) => {
        const hours = random.one([0.5, 1, 2.5, 7.5, 8])
        if (!isByPiece || random.below(3) === 0) return { workerId, hours, pieces: undefined }
        const pieces = random.one([0.01, 3.07, 57.4, 186, 1204.99])
        return { workerId, hours: random.below(2) === 0 ? hours : undefined, pieces }
      })
      const used =
        random.below(3) === 0 ? [] : [{ skuId: sku, quantity: random.one([0.333, 1, 7]) }]
      const harvested = random.below(2) === 0 ? null : random.one([0.5, 12.345, 100])
      // In kilograms, by the box of eight, or counted and weighed.
      const [harvestSkuId, grams, harvestedKg] = random.one([
        [null, 1000, null],
        [boxed, 8000, null],
        [loose, 0, 2.75],
      ] as const)
      const driven = random.below(2) === 0 ? [] : [0.1, random.one([1.5, 3, 7.7])]
      const water = random.below(2) === 0 ? null : random.one([0.333, 12, 180.75])
      await farm.move(leader, made.id, 'finish', {
        hours,
        used,
        machines: driven.map((hours) => ({ machineKindId: tractor, hours })),
        waterUsed: water,
        harvested,
        ...(harvested && { harvestSkuId, harvestedKg }),
      })
      await farm.move(mine.admin, made.id, 'adopt')
      let isKept = true
      if (random.below(3) === 0) {
        await farm.move(mine.admin, made.id, 'undo', { reason: 'counted wrongly' })
        isKept = random.below(2) === 0
        if (isKept) await farm.move(mine.admin, made.id, 'adopt')
      }
      if (!isKept) return
      const wage = hours.reduce(
        (sum, one) =>
          sum +
          (one.pieces === undefined
            ? fen((wages.get(one.workerId)! * one.hours!) / 8)
            : ofPieces(one.pieces, rate)),
        0,
      )
      paid += wage
      worked += Math.round(hours.reduce((sum, one) => sum + (one.hours ?? 0), 0) * 10)
      counted += Math.round(hours.reduce((sum, one) => sum + (one.pieces ?? 0), 0) * 100)
      const machines = driven.reduce((sum, one) => sum + half(one * 10 * hourRate * 100, 10), 0)
      // A flow meter books its water itself: what is reported there costs nothing more.
      const watered =
        grown === batches[2] && !isBare ? 0 : half((water ?? 0) * 1000 * waterPrice * 100, 1000)
      const cost =
        wage + machines + watered + (await spent((await farm.show(made.id)).useDocumentId))
      // The task says the same of itself.
      const lines = await mine.admin.call(taskCosts, { id: made.id })
      expect(lines.reduce((sum, one) => sum + fen(one.amount ?? 0), 0)).toBe(cost)
      if (isBare) return void borne.set(grown.areaId, borne.get(grown.areaId)! + cost)
      book(grown.id, {
        cost,
        picked: harvested ? Math.round(harvested * grams) + (harvestedKg ?? 0) * 1000 : 0,
      })
    }
    const note = async (grown: Batch) => {
      const kind = random.one(['machine', 'water', 'other', 'income', 'yield'] as const)
      const amount = random.one([0.01, 19.99, 250])
      const quantity = random.one([1, 2.5, 40])
      const path = batch.api.fact.replace('{id}', String(grown.id))
      await mine.admin.call(path, { kind, title: 'note', amount, quantity, occurredOn: day() })
      if (random.below(4) === 0) {
        const { events } = await mine.admin.call(batchTimeline, { id: grown.id, kind: 'fact' })
        await mine.admin.call(`${path}/reverse`, {
          factId: Math.max(...events.map(({ id }) => id)),
        })
        return
      }
      if (kind === 'yield') book(grown.id, { picked: quantity * 1000 })
      else book(grown.id, kind === 'income' ? { income: fen(amount) } : { cost: fen(amount) })
    }
    /** Sold, and some of it given back. */
    const sell = async (grown: Batch) => {
      const [quantity, each] = [random.one([1, 2.5, 7.333]), random.one([0.99, 3.3333, 12])]
      // By its lot, which may be said twice, or without lots, as whoever sells it says.
      const line = {
        ...random.one([
          { skuId: produce.get(grown.id)!, lot: grown.batchCode },
          { skuId: produce.get(grown.id)!, lot: grown.batchCode, batchId: grown.id },
          { skuId: bare, batchId: grown.id },
        ]),
        quantity,
        price: each,
      }
      const head = { warehouseId: warehouse, purpose: 'sale' }
      const { id } = await store.posted('shipment', head, [line])
      let income = Math.round(quantity * each * 100)
      const chance = random.below(6)
      if (chance < 2) {
        await store.convert(id, 'return', (goods) =>
          goods.map((one) => ({ ...one, quantity: 0.5 })),
        )
        income -= Math.round(0.5 * each * 100)
      } else if (chance < 3) {
        await store.move('shipment', 'void', id, { voidReason: 'not sold' })
        income = 0
      }
      book(grown.id, { income })
    }
    /** What a document took out of the books, by its own lines. */
    const spent = async (document: number | null) => {
      if (document === null) return 0
      const { goods } = await mine.admin.call(callOf(inputShipment, 'show'), { id: document })
      return (goods as { costAmount: number }[]).reduce((sum, one) => sum + fen(one.costAmount), 0)
    }
    for (let step = 0; step < 60; step++) {
      const grown = random.one(batches)
      const chance = random.next()
      if (chance < 0.12) await work(grown, true)
      else if (chance < 0.4) await work(grown)
      else if (chance < 0.65) await note(grown)
      else if (chance < 0.85) await sell(grown)
      // The average moves.
      else
        await store.receive(warehouse, sku, random.one([1, 30, 100]), random.one([3, 4.44, 9.99]))
    }

    const { content: months } = await mine.admin.call(callOf(workMonth, 'list'), { size: 0 })
    const sum = (of: (one: Told<typeof workMonth>) => number) =>
      months.reduce((all, one) => all + of(one), 0)
    expect([
      sum((one) => fen(one.amount ?? 0)),
      sum((one) => Math.round((one.hours ?? 0) * 10)),
      sum((one) => Math.round(Number(one.pieces?.replace(/ 斤$/, '') ?? 0) * 100)),
    ]).toEqual([paid, worked, counted])
    const { unborne } = await mine.admin.call(homeAround)
    expect(new Map(unborne!.map(({ areaId, cost }) => [areaId, fen(cost!)]))).toEqual(
      new Map([...borne].filter(([, cost]) => cost > 0)),
    )
    for (const { id } of batches) {
      const told = await mine.admin.call(callOf(batch, 'show'), { id })
      const { cost, income, picked } = books.get(id)!
      const expected = id === batches[0]!.id ? Math.round((picked / 1000) * price * 100) : null
      const revenue = income > 0 ? income : expected
      expect([id, fen(told.cost ?? 0), Math.round((told.realYield ?? 0) * 1000)]).toEqual([
        id,
        cost,
        picked,
      ])
      expect([id, told.revenue === null ? null : fen(told.revenue!)]).toEqual([id, revenue])
      expect([id, told.margin === null ? null : fen(told.margin!)]).toEqual([
        id,
        revenue === null ? null : revenue - cost,
      ])
    }
  },
)
