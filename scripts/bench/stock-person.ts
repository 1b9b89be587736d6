import { sql } from 'kysely'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documents } from '#contract/inventory/document.ts'
import { row } from '#server/db/database.ts'
import { day, type Document, type DocumentLine } from '#tests/server/stock.ts'
import { milli, type Delta } from './stock-oracle.ts'
import { Random } from './stock-random.ts'
import type { Kept, World } from './stock-world.ts'

const asked: ReadonlySet<DocumentKind> = new Set(['warehousing', 'shipment', 'inventory_form'])

/**
 * Somebody who buys, issues, moves, gives back, counts, decides, voids and repeats themselves, at
 * random.
 */
export class Person {
  readonly #world: World
  readonly #random: Random
  constructor(world: World, seed: number) {
    this.#world = world
    this.#random = new Random(seed)
  }
  get #times() {
    const chance = this.#random.next()
    return chance < 0.08 ? { times: 2, isKeyed: true } : chance < 0.12 ? { isKeyed: true } : {}
  }
  /** As `#times`, or twice as by two people. */
  get #clicks() {
    return this.#random.next() < 0.05 ? { times: 2 } : this.#times
  }
  #quantity = () => this.#random.one([1, 2, 3, 0.001, 0.333, 7.5, 12.345, 100])
  #price = () => this.#random.one([null, 0, 0.01, 1, 3.3, 3.3333, 99.99, 0.0001])
  #goods(isPriced: boolean): DocumentLine[] {
    const chosen = new Set(
      Array.from({ length: 1 + this.#random.below(4) }, () => this.#random.one(this.#world.things)),
    )
    return [...chosen].map(({ skuId, lot }) => ({
      skuId,
      ...(lot && { lot }),
      quantity: this.#quantity(),
      ...(isPriced && { price: this.#price() }),
    }))
  }
  #make(
    kind: DocumentKind,
    head: Record<string, unknown>,
    goods?: DocumentLine[],
  ): Promise<Document | null> {
    return this.#world.call(
      documents[kind].api.create!,
      { occurredOn: day(), ...head, ...(goods && { goods }) },
      this.#times,
    )
  }
  /** What a document of these goods posts. */
  #deltas(
    kind: DocumentKind,
    warehouseId: number,
    goods: readonly DocumentLine[],
    direction?: string,
  ): Delta[] {
    if (kind === 'aplionform' || kind === 'transfer') return []
    const sign = kind === 'warehousing' || direction === 'in' ? 1 : -1
    return goods.map(({ skuId, lot = '', quantity }) => ({
      warehouseId,
      skuId,
      lot,
      milli: sign * milli(quantity!),
    }))
  }
  async #submit(kept: Kept): Promise<void> {
    const { id, kind, deltas } = kept
    const world = this.#world
    const isAsked = world.options.isAsking && asked.has(kind)
    if (
      !(await world.call(
        world.store.at(kind, 'submit', id),
        {},
        { ...this.#clicks, deltas: isAsked ? null : deltas },
      ))
    )
      return
    if (isAsked) world.waiting.push(kept)
    else world.remember(kept)
  }
  async #post(
    kind: DocumentKind,
    head: Record<string, unknown> & { warehouseId: number },
    goods: DocumentLine[],
  ): Promise<void> {
    const made = await this.#make(kind, head, goods)
    if (made)
      await this.#submit({
        id: made.id,
        kind,
        deltas: this.#deltas(kind, head.warehouseId, goods, made.direction),
      })
  }
  async #convert(from: number, to: DocumentKind): Promise<void> {
    const answer = await this.#world.options.tenant.admin.send(
      `GET /wfpf/v1/{tenant}/stock-document/${from}/remaining`,
      { to },
    )
    if (answer.statusCode !== 200) return
    const {
      warehouseId,
      purpose,
      goods: left,
    } = answer.json() as {
      warehouseId: number
      purpose?: string
      goods: (DocumentLine & { sourceLineId: number })[]
    }
    if (left.length === 0) return
    const goods = left.map(({ skuId, lot, quantity, sourceLineId }) => ({
      skuId,
      ...(lot && { lot }),
      sourceLineId,
      quantity:
        this.#random.next() < 0.6
          ? quantity!
          : Math.max(0.001, Math.round(quantity! * this.#random.next() * 1200) / 1000),
    }))
    await this.#post(to, { warehouseId, ...(purpose && { purpose }), sourceId: from }, goods)
  }
  async #count(warehouseId: number): Promise<void> {
    const world = this.#world
    const draft = await this.#make(
      'inventory_form',
      { warehouseId },
      this.#goods(false).map(({ skuId, lot }) => ({ skuId, ...(lot && { lot }) })),
    )
    const started =
      draft &&
      (await world.call(world.store.at('inventory_form', 'start', draft.id), {}, this.#clicks))
    if (!started) return
    const counted = started.goods.map(({ id, booked }) => ({
      id,
      counted: Math.max(
        0,
        this.#random.next() < 0.5
          ? booked!
          : Math.round((booked! + this.#random.below(9) - 4) * 1000) / 1000,
      ),
    }))
    if (
      !(await world.call(`POST /wfpf/v1/{tenant}/inventory-form/${draft.id}/count`, {
        lines: counted,
      }))
    )
      return
    const deltas = started.goods
      .map(({ skuId, lot, booked }, i) => ({
        warehouseId,
        skuId,
        lot: lot ?? '',
        milli: milli(counted[i]!.counted) - milli(booked!),
      }))
      .filter((delta) => delta.milli !== 0)
    await this.#submit({ id: draft.id, kind: 'inventory_form', deltas })
  }
  /** Approves, rejects, gives or takes back one of what waits. */
  async #decide(): Promise<void> {
    const {
      waiting,
      options: { app, tenant },
      store,
    } = this.#world
    const [kept] = waiting.splice(this.#random.below(waiting.length), 1)
    if (!kept) return
    const { id, kind, deltas } = kept
    const chance = this.#random.next()
    if (chance < 0.1)
      return void (
        (await this.#world.call(store.at(kind, 'withdraw', id), {}, this.#clicks)) ??
        waiting.push(kept)
      )
    const task = await app.db.read(tenant.id, (tx) =>
      row<{ id: number }>(
        tx,
        sql`select t.id from approval_task t join approval_case c on c.id = t.case_id
          where c.form_code = ${kind} and c.third_id = ${id} and c.state = 1 and t.state = 1`,
      ),
    )
    if (!task) return this.#world.fault(`${kind} ${id} is handed in and nobody is asked`)
    const [what, posts] =
      chance < 0.8
        ? (['approve', deltas] as const)
        : ([chance < 0.9 ? 'reject' : 'return', null] as const)
    const done = await this.#world.call(
      `PUT /wfpf/v1/{tenant}/approval-task/${what}/${task.id}`,
      { comment: what === 'return' ? 'count again' : '' },
      { ...this.#clicks, deltas: posts },
    )
    if (!done) waiting.push(kept)
    else if (posts) this.#world.remember(kept)
  }

  async step(): Promise<void> {
    const { posted, waiting, warehouses, store } = this.#world
    const chance = this.#random.next()
    const warehouseId = this.#random.one(warehouses)
    if (waiting.length > 0 && this.#random.next() < 0.4) return this.#decide()
    if (chance < 0.27 || posted.length === 0)
      return this.#post(
        'warehousing',
        {
          warehouseId,
          purpose: 'purchase',
          otherFees: this.#random.next() < 0.2 ? [{ name: 'freight', amount: 12.34 }] : [],
        },
        this.#goods(true),
      )
    if (chance < 0.47)
      return this.#post(
        'shipment',
        { warehouseId, purpose: this.#random.one(['sale', 'use', 'scrap']) },
        this.#goods(false),
      )
    if (chance < 0.54)
      return this.#post(
        'transfer',
        {
          warehouseId,
          toWarehouseId: this.#random.one(warehouses.filter((one) => one !== warehouseId)),
        },
        this.#goods(false),
      )
    if (chance < 0.58) return this.#post('aplionform', { warehouseId }, this.#goods(true))
    if (chance < 0.63) return this.#count(warehouseId)
    const kept = this.#random.one(posted)
    if (chance < 0.7) return this.#world.undo(kept, this.#clicks)
    if (chance < 0.72)
      return void (await this.#world.call(store.at(kept.kind, 'submit', kept.id), {}))
    if (chance < 0.74 && documents[kept.kind].api.close)
      return void (await this.#world.call(
        store.at(kept.kind, 'close', kept.id),
        { closeReason: 'no longer needed' },
        this.#clicks,
      ))
    return this.#convert(kept.id, this.#random.one(['warehousing', 'shipment', 'return']))
  }
}
