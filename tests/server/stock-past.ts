import { expect } from 'vitest'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { countLines } from '#contract/inventory/document-calls.ts'
import type { Random } from '#scripts/bench/stock-random.ts'
import type { Document, DocumentLine, Store } from './stock.ts'
import { divided, thousandths, type Books, type Entry } from './stock-books.ts'

export type About = Pick<Entry, 'day' | 'warehouse' | 'sku' | 'lot' | 'line'>
interface Kept {
  id: number
  kind: DocumentKind
  about: About
  /** The line that a return is made from; null: nothing is given back of it. */
  lineId: number | null
  quantity: bigint
  /** Of what went, in cents; null: nobody knows. */
  worth: bigint | null
  /** What came back of it, or went back. */
  returned: bigint
  source?: Kept
}
/** What may stand in the way of voiding; whether it did is for the books to agree with. */
const lawful = ['stock.short', 'stock.short_since', 'stock.counted_since', 'document.followed']

/** What is done with documents that were posted before: given back, counted over, voided. */
export class StockPast {
  readonly refused: string[] = []
  readonly #posted: Kept[] = []
  readonly #store: Store
  readonly #books: Books
  readonly #chance: Random
  constructor(store: Store, books: Books, chance: Random) {
    this.#store = store
    this.#books = books
    this.#chance = chance
  }
  #whole(most: number) {
    return Math.floor(this.#chance.next() * most)
  }

  keep(kind: DocumentKind, { id, goods }: Document, about: About, worth: bigint | null): void {
    const [line] = goods
    this.#posted.push({
      id,
      kind,
      about: { ...about, line: String(id) },
      lineId: line!.id,
      quantity: thousandths(line!.quantity),
      worth,
      returned: 0n,
    })
  }

  /** The same of what nothing is given back of. */
  keepLast(kind: DocumentKind, made: Document, about: About): void {
    this.keep(kind, made, about, null)
    this.#posted.at(-1)!.lineId = null
  }
  /** Made, and not voided since. */
  isPosted(id: number): boolean {
    return this.#posted.some((one) => one.id === id)
  }

  /** What was sold comes back at what it cost; what was bought goes back at the average. */
  async giveBack(at: string, mayOwe: boolean): Promise<void> {
    const open = this.#posted.filter((one) => one.lineId !== null && one.returned < one.quantity)
    const source = open[this.#whole(open.length)]
    if (!source) return
    const { warehouse, sku, lot } = source.about
    const isBack = source.kind === 'shipment'
    const left = source.quantity - source.returned
    const onHand = this.#books.at(warehouse, sku, lot).quantity
    const most = isBack || (mayOwe && onHand > left) || onHand > left ? left : onHand
    if (most < 1n) return
    const quantity = 1n + BigInt(this.#whole(Number(most)))
    const made = await this.#store.posted(
      'return',
      { warehouseId: warehouse, sourceId: source.id, occurredOn: at },
      [
        {
          skuId: sku,
          ...(lot && { lot }),
          quantity: Number(quantity) / 1000,
          sourceLineId: source.lineId!,
        },
      ],
    )
    const about = { ...source.about, day: at, purpose: 'return', line: String(made.id) }
    // All that comes back of a sale is worth what left, to the cent.
    const share = (of: bigint) => divided(source.worth! * of, source.quantity)
    if (isBack)
      this.#books.comes(
        about,
        quantity,
        source.worth === null ? null : share(source.returned + quantity) - share(source.returned),
      )
    else this.#books.goes(about, quantity)
    source.returned += quantity
    this.#posted.push({
      id: made.id,
      kind: 'return',
      about,
      lineId: null,
      quantity,
      worth: null,
      returned: 0n,
      source,
    })
  }

  /** A count that finds something else, more often than not. */
  async count(about: About, good: DocumentLine): Promise<void> {
    const { warehouse, sku, lot, day } = about
    const { quantity: _, expiresOn: _last, ...line } = good
    const { id } = await this.#store.draft(
      'inventory_form',
      { warehouseId: warehouse, occurredOn: day },
      [line],
    )
    const { goods } = await this.#store.move('inventory_form', 'start', id)
    const booked = this.#books.at(warehouse, sku, lot).quantity
    expect(thousandths(goods[0]!.booked!)).toBe(booked)
    const found = booked + BigInt(this.#whole(2000) - 1000)
    const counted = found < 0n ? 0n : found
    await this.#store.admin.call(countLines, {
      id,
      lines: [{ id: goods[0]!.id, counted: Number(counted) / 1000 }],
    })
    await this.#store.move('inventory_form', 'submit', id)
    const entry = { ...about, purpose: 'inventory_form', line: String(id) }
    if (counted > booked) this.#books.comes(entry, counted - booked, null, 'gain')
    else if (counted < booked) this.#books.goes(entry, booked - counted, 'loss')
    else return
    this.#posted.push({
      id,
      kind: 'inventory_form',
      about: entry,
      lineId: null,
      quantity: 0n,
      worth: null,
      returned: 0n,
    })
  }

  /** Voids one of the latest documents, where nothing stands in the way. */
  async undo(): Promise<void> {
    const latest = this.#posted.slice(-12)
    const kept = latest[this.#whole(latest.length)]
    if (kept) await this.#void(kept)
  }
  /**
   * Voids that document. `before`: what the product writes first. Answers whether nothing stood in
   * the way.
   */
  void(id: number, before?: () => void): Promise<boolean> {
    return this.#void(
      this.#posted.find((one) => one.id === id)!,
      before,
    )
  }
  async #void(kept: Kept, before?: () => void): Promise<boolean> {
    const answer = await this.#store.admin.send(this.#store.at(kept.kind, 'void', kept.id), {
      voidReason: '录错',
    })
    if (answer.statusCode !== 200) {
      const { code } = answer.json() as { code: string }
      expect(lawful).toContain(code)
      this.refused.push(code)
      return false
    }
    before?.()
    this.#books.voids(String(kept.id))
    this.#posted.splice(this.#posted.indexOf(kept), 1)
    if (kept.source) kept.source.returned -= kept.quantity
    return true
  }
}
