/**
 * The books of a store as they should be, worked out apart from the product: whole numbers alone,
 * rules as docs/inventory.md
 * tells them. Quantities in thousandths, money in cents, averages in millionths of a yuan.
 */
export interface Entry {
  day: string
  warehouse: number
  sku: number
  lot: string
  type: string
  quantity: bigint
  value: bigint
  purpose: string
  balance: bigint
  worth: bigint
  order: number
  line: string
  /** The plot that it went to. */
  land?: string
}
type Written = Pick<Entry, 'day' | 'warehouse' | 'sku' | 'lot' | 'purpose' | 'line' | 'land'>
interface Balance {
  quantity: bigint
  value: bigint
  average: bigint | null
}

/** A quotient rounded half away from zero, as `numeric` rounds. */
export function divided(dividend: bigint, divisor: bigint): bigint {
  const isBelow = dividend < 0n !== divisor < 0n
  const [n, d] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const quotient = (2n * n + d) / (2n * d)
  return isBelow ? -quotient : quotient
}
export const thousandths = (value: number) => BigInt(Math.round(value * 1000))
export const cents = (value: number) => BigInt(Math.round(value * 100))
/** Yuan of a quantity at an average, in cents. */
const worthOf = (quantity: bigint, average: bigint | null) =>
  average === null ? 0n : divided(quantity * average, 10_000_000n)
const average = (value: bigint, quantity: bigint) => divided(value * 10_000_000n, quantity)
const distance = (a: bigint, b: bigint) => (a > b ? a - b : b - a)

/** What takes away from a balance, and what takes that back. */
export const goes: readonly string[] = ['out', 'loss', 'voidOut', 'voidLoss']
export const came: readonly string[] = ['in', 'gain', 'voidIn', 'voidGain']
const undone = (type: string) => `void${type[0]!.toUpperCase()}${type.slice(1)}`

export class Books {
  readonly entries: Entry[] = []
  readonly #balances = new Map<string, Balance>()
  /** Lines that came at a cost that somebody knew. */
  readonly #known = new Set<string>()
  readonly voided = new Set<string>()
  #order = 0
  at(warehouse: number, sku: number, lot: string): Balance {
    const key = `${warehouse}/${sku}/${lot}`
    if (!this.#balances.has(key))
      this.#balances.set(key, { quantity: 0n, value: 0n, average: null })
    return this.#balances.get(key)!
  }
  #enter(entry: Omit<Entry, 'order'>) {
    this.entries.push({ ...entry, order: ++this.#order })
  }

  /**
   * Goods that come, at what they are worth in cents; null: nobody knows. Answers what the line is
   * worth.
   */
  comes(about: Written, quantity: bigint, worth: bigint | null, type: 'in' | 'gain' = 'in'): void {
    const b = this.at(about.warehouse, about.sku, about.lot)
    const q1 = b.quantity + quantity
    const a1 =
      worth === null
        ? b.average
        : b.quantity < 0n || (b.quantity > 0n && b.average === null)
          ? average(worth, quantity)
          : average(b.value + worth, q1)
    const exact = worth === null ? null : b.value + worth
    const v1 =
      q1 === 0n
        ? 0n
        : exact !== null && distance(exact * 10_000_000n, q1 * a1!) <= 10_000_000n
          ? exact
          : worthOf(q1, a1)
    const own = worth ?? v1 - b.value
    if (worth !== null || b.average !== null) this.#known.add(about.line)
    this.#enter({ ...about, type, quantity, value: own, balance: q1, worth: b.value + own })
    if (worth !== null && v1 !== b.value + worth)
      this.#enter({
        ...about,
        type: 'revaluation',
        quantity: 0n,
        value: v1 - b.value - worth,
        balance: q1,
        worth: v1,
      })
    Object.assign(b, { quantity: q1, value: v1, average: a1 })
  }
  /** Goods that go, at the average. Answers what they were worth in cents. */
  goes(about: Written, quantity: bigint, type: 'out' | 'loss' = 'out'): bigint {
    const b = this.at(about.warehouse, about.sku, about.lot)
    const q1 = b.quantity - quantity
    const v1 = q1 === 0n ? 0n : worthOf(q1, b.average)
    const worth = b.value - v1
    this.#enter({
      ...about,
      type,
      quantity: -quantity,
      value: -worth,
      balance: q1,
      worth: v1,
    })
    Object.assign(b, { quantity: q1, value: v1 })
    return worth
  }
  /** Goods in transit that will not arrive. */
  isLost(about: Written, quantity: bigint, worth: bigint): void {
    const b = this.at(about.warehouse, about.sku, about.lot)
    this.#enter({
      ...about,
      type: 'back',
      quantity,
      value: worth,
      balance: b.quantity + quantity,
      worth: b.value + worth,
    })
    this.#enter({
      ...about,
      type: 'lost',
      quantity: -quantity,
      value: -worth,
      balance: b.quantity,
      worth: b.value,
    })
  }

  /** What a line posted is taken back; what is left has the average of what is left. */
  voids(line: string): void {
    const own = this.entries.filter((entry) => entry.line === line)
    const about = own[0]!
    const { warehouse, sku, lot } = about
    const b = this.at(warehouse, sku, lot)
    this.voided.add(line)
    const sum = (of: 'quantity' | 'value') => own.reduce((all, entry) => all + entry[of], 0n)
    const [q1, rest] = [b.quantity - sum('quantity'), b.value - sum('value')]
    const isKnown = () =>
      this.entries.some(
        (one) =>
          one.warehouse === warehouse &&
          one.sku === sku &&
          one.lot === lot &&
          (one.type === 'in' || one.type === 'gain') &&
          this.#known.has(one.line) &&
          !this.voided.has(one.line),
      )
    const a1 =
      q1 === 0n || b.average === null || (rest !== 0n && rest < 0n !== q1 < 0n)
        ? b.average
        : rest === 0n && !isKnown()
          ? null
          : average(rest, q1)
    const v1 =
      q1 === 0n
        ? 0n
        : distance(rest * 10_000_000n, q1 * (a1 ?? 0n)) <= 10_000_000n
          ? rest
          : worthOf(q1, a1)
    const before = own.find(({ type }) => type === 'revaluation')?.value ?? 0n
    const more = v1 - rest - before
    const moved = own.find(({ type }) => type !== 'revaluation')!
    const back = { ...about, balance: q1 }
    this.#enter({
      ...back,
      type: undone(moved.type),
      quantity: -moved.quantity,
      value: -moved.value,
      worth: v1 - more,
    })
    if (more !== 0n)
      this.#enter({ ...back, type: 'voidRevaluation', quantity: 0n, value: more, worth: v1 })
    Object.assign(b, { quantity: q1, value: v1, average: a1 })
  }
}
