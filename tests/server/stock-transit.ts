import { expect } from 'vitest'
import { day, type Document, type DocumentLine, type Store } from './stock.ts'
import { divided, thousandths, type Books } from './stock-books.ts'
import { lastDays } from './stock-last-days.ts'
import type { About, StockPast } from './stock-past.ts'

interface Arrival {
  id: number
  quantity: bigint
}
interface Sent {
  shipment: Document
  about: About
  to: number
  quantity: bigint
  /** In cents; null: nobody knows what they cost. */
  worth: bigint | null
  arrivals: Arrival[]
  isClosed: boolean
}
const purpose = 'transfer'
const together = (list: readonly Arrival[]) => list.reduce((all, one) => all + one.quantity, 0n)

/**
 * Goods on their way from one warehouse to another: they arrive in parts, what has arrived is taken
 * back onto the road, and what is called over is lost.
 */
export class StockTransit {
  /** Arrivals that were voided while the rest was on its way, and after it was called over. */
  readonly takenBack = { onTheWay: 0, afterwards: 0 }
  readonly #sent: Sent[] = []
  readonly #store: Store
  readonly #books: Books
  readonly #past: StockPast
  readonly #next: () => number
  constructor(store: Store, books: Books, past: StockPast, next: () => number) {
    this.#store = store
    this.#books = books
    this.#past = past
    this.#next = next
  }
  #whole(most: number) {
    return Math.floor(this.#next() * most)
  }
  /** What of a shipment is approved at its end. */
  #there({ arrivals }: Sent) {
    return arrivals.filter(({ id }) => this.#past.isPosted(id))
  }
  #left(sent: Sent) {
    return sent.quantity - together(this.#there(sent))
  }
  /** What so much of it is worth: of the parts one after another the last takes the rest. */
  #share({ worth, quantity }: Sent, of: bigint) {
    return worth === null ? 0n : divided(worth * of, quantity)
  }
  #onTheWay(sent: Sent) {
    return (sent.worth ?? 0n) - this.#share(sent, sent.quantity - this.#left(sent))
  }

  /** Posted by a transfer; some of it arrives at once. */
  async send(about: About, to: number, good: DocumentLine): Promise<void> {
    const { day: occurredOn, warehouse, sku, lot } = about
    const { lot: _lot, expiresOn: _last, unitId: _unit, unitQuantity: _of, ...planned } = good
    const plan = await this.#store.posted(
      'transfer',
      { warehouseId: warehouse, toWarehouseId: to, occurredOn },
      [planned],
    )
    const shipment = await this.#store.posted(
      'shipment',
      { warehouseId: warehouse, purpose, sourceId: plan.id, occurredOn },
      [{ ...good, sourceLineId: plan.goods[0]!.id }],
    )
    const quantity = thousandths(good.quantity!)
    const isKnown = this.#books.at(warehouse, sku, lot).average !== null
    const worth = this.#books.goes({ ...about, purpose, line: String(shipment.id) }, quantity)
    this.#past.keepLast('shipment', shipment, about)
    const sent = {
      shipment,
      about,
      to,
      quantity,
      worth: isKnown ? worth : null,
      arrivals: [],
      isClosed: false,
    }
    this.#sent.push(sent)
    await this.#arrive(sent, occurredOn)
  }
  async #arrive(sent: Sent, occurredOn: string): Promise<void> {
    const { shipment, about, to } = sent
    const left = this.#left(sent)
    const quantity = left > 1n ? BigInt(Math.max(1, this.#whole(Number(left)))) : left
    const made = await this.#store.posted(
      'warehousing',
      { warehouseId: to, purpose, sourceId: shipment.id, occurredOn },
      [
        {
          skuId: about.sku,
          ...(about.lot && { lot: about.lot, expiresOn: lastDays[about.lot]! }),
          quantity: Number(quantity) / 1000,
          sourceLineId: shipment.goods[0]!.id,
        },
      ],
    )
    const arrived = sent.quantity - left
    const worth =
      sent.worth === null
        ? null
        : this.#share(sent, arrived + quantity) - this.#share(sent, arrived)
    const entry = { ...about, day: occurredOn, warehouse: to, line: String(made.id) }
    this.#books.comes({ ...entry, purpose }, quantity, worth)
    this.#past.keepLast('warehousing', made, entry)
    sent.arrivals.push({ id: made.id, quantity })
  }
  /** What is on its way to a warehouse of a thing and lot: sent less arrived, not called over. */
  onTheWay(to: number, sku: number, lot: string): { quantity: bigint; worth: bigint } {
    const open = this.#sent.filter(
      ({ isClosed, to: at, about, shipment }) =>
        !isClosed &&
        at === to &&
        about.sku === sku &&
        about.lot === lot &&
        this.#past.isPosted(shipment.id),
    )
    return {
      quantity: open.reduce((all, sent) => all + this.#left(sent), 0n),
      worth: open.reduce((all, sent) => all + this.#onTheWay(sent), 0n),
    }
  }
  /** More of what is on its way arrives. Answers whether anything was. */
  async arriveMore(at: string): Promise<boolean> {
    const open = this.#sent.filter(
      (one) => this.#past.isPosted(one.shipment.id) && this.#left(one) > 0n,
    )
    const sent = open[this.#whole(open.length)]
    if (sent) await this.#arrive(sent, at)
    return sent !== undefined
  }
  /** One of the latest arrivals did not take place: its goods are on their way again. */
  async takeBack(): Promise<void> {
    const latest = this.#sent.slice(-6).filter((one) => this.#there(one).length > 0)
    const sent = latest[this.#whole(latest.length)]
    if (!sent) return
    const there = this.#there(sent)
    if (await this.#past.void(there[this.#whole(there.length)]!.id)) this.takenBack.onTheWay++
  }

  // What is written off is written off today: nothing may be put before it any more.
  async close(): Promise<void> {
    for (const sent of this.#sent) {
      if (!this.#past.isPosted(sent.shipment.id) || this.#left(sent) === 0n || this.#next() < 0.3)
        continue
      await this.#store.move('shipment', 'close', sent.shipment.id, { closeReason: '破损' })
      sent.isClosed = true
      this.#lose(sent, this.#left(sent))
    }
    for (const sent of this.#sent.filter(({ isClosed }) => isClosed)) {
      const [arrival] = this.#there(sent)
      if (!arrival || this.#next() < 0.3) continue
      const written = this.#onTheWay(sent)
      // Two warehouses at once are locked in their order, and written in it.
      const isLostFirst = sent.about.warehouse < sent.to
      const rest =
        (sent.worth ?? 0n) - this.#share(sent, together(this.#there(sent)) - arrival.quantity)
      const lose = () => this.#lose(sent, arrival.quantity, rest - written)
      const isDone = await this.#past.void(arrival.id, isLostFirst ? lose : undefined)
      if (!isDone) continue
      if (!isLostFirst) lose()
      this.takenBack.afterwards++
    }
  }
  /** At what is left of its worth, less what was written off before. */
  #lose(sent: Sent, quantity: bigint, worth = this.#onTheWay(sent)): void {
    this.#books.isLost(
      { ...sent.about, day: day(), purpose, line: `lost ${sent.shipment.id}` },
      quantity,
      worth > 0n ? worth : 0n,
    )
    expect(quantity).toBeGreaterThan(0n)
  }
}
