import { came, divided, goes, type Books, type Entry } from './stock-books.ts'

const sumOf = (entries: readonly Entry[], of: 'quantity' | 'value') =>
  entries.reduce((total, entry) => total + entry[of], 0n)
const isOut = ({ type }: Entry) =>
  goes.includes(type) || ['back', 'lost', 'voidBack', 'voidLost'].includes(type)
// Quotients are added up before anything is rounded: their twentieth decimal is never seen.
const fine = 10n ** 20n

/** What each report says of the books, by warehouse and thing. */
export class BookReports {
  readonly #books: Books
  constructor(books: Books) {
    this.#books = books
  }
  #by<T>(
    isPart: (entry: Entry) => boolean,
    of: (entries: Entry[]) => T,
    isShown: (row: T) => boolean = () => true,
  ): Map<string, T> {
    const parts = new Map<string, Entry[]>()
    for (const entry of this.#books.entries.filter(isPart)) {
      const key = `${entry.warehouse}/${entry.sku}`
      parts.set(key, [...(parts.get(key) ?? []), entry])
    }
    return new Map(
      [...parts]
        .map(([key, entries]) => [key, of(entries)] as const)
        .filter(([, row]) => isShown(row)),
    )
  }

  summary(from: string, to: string) {
    return this.#by(
      ({ day }) => day <= to,
      (entries) => {
        const before = entries.filter(({ day }) => day < from)
        const within = entries.filter(({ day }) => day >= from)
        const ins = within.filter(({ type }) => came.includes(type))
        const outs = within.filter(isOut)
        const moved = within.filter(({ type }) => /revaluation/i.test(type))
        return {
          openingQuantity: sumOf(before, 'quantity'),
          openingValue: sumOf(before, 'value'),
          inQuantity: sumOf(ins, 'quantity'),
          inValue: sumOf(ins, 'value'),
          outQuantity: -sumOf(outs, 'quantity'),
          outValue: -sumOf(outs, 'value'),
          revaluedValue: sumOf(moved, 'value'),
          closingQuantity: sumOf(entries, 'quantity'),
          closingValue: sumOf(entries, 'value'),
          moved: BigInt(within.length),
        }
      },
      // What neither lay there nor moved has no line.
      (row) => row.closingQuantity !== 0n || row.closingValue !== 0n || row.moved > 0n,
    )
  }
  /**
   * Turnover and days in hundredths and tenths; the mean by walking through the days, one after the
   * other.
   */
  turnover(days: readonly string[]) {
    const [from, to] = [days[0]!, days.at(-1)!]
    return this.#by(
      ({ day }) => day <= to,
      (entries) => {
        const used = entries.filter(
          ({ day, type, purpose }) =>
            day >= from &&
            (type === 'lost' ||
              type === 'voidLost' ||
              (goes.includes(type) && purpose !== 'transfer')),
        )
        const out = -sumOf(used, 'quantity')
        const whole = days.reduce(
          (total, day) =>
            total +
            sumOf(
              entries.filter((entry) => entry.day <= day),
              'quantity',
            ),
          0n,
        )
        const closing = sumOf(entries, 'quantity')
        const count = BigInt(days.length)
        return {
          outQuantity: out,
          outValue: -sumOf(used, 'value'),
          averageQuantity: divided(whole, count),
          closingQuantity: closing,
          turnover: whole > 0n ? divided(out * count * 100n, whole) : null,
          coverDays: out > 0n ? divided((closing > 0n ? closing : 0n) * count * 10n, out) : null,
          moved: BigInt(entries.filter(({ day }) => day >= from).length),
        }
      },
      (row) => row.closingQuantity !== 0n || row.moved > 0n,
    )
  }
  /**
   * What is left, by how long ago it came: lot by lot, the latest receipts first. Each age is worth
   * its share of its lot; those figures are in cents times `fine`.
   */
  ageing(on: string, ageOf: (day: string) => number) {
    return this.#by(
      ({ day }) => day <= on,
      (entries) => {
        const found = { quantity: 0n, value: 0n, days30: 0n, days90: 0n, days180: 0n, older: 0n }
        const worth = { days30: 0n, days90: 0n, days180: 0n, older: 0n }
        let days = 0n
        for (const lot of new Set(entries.map((entry) => entry.lot))) {
          const own = entries.filter((entry) => entry.lot === lot)
          const [quantity, value] = [sumOf(own, 'quantity'), sumOf(own, 'value')]
          let left = quantity
          if (left <= 0n) continue
          found.quantity += quantity
          found.value += value
          for (const receipt of own
            .filter(
              ({ type, line }) =>
                (type === 'in' || type === 'gain') && !this.#books.voided.has(line),
            )
            .sort((a, b) => b.day.localeCompare(a.day) || b.order - a.order)) {
            const of = receipt.quantity < left ? receipt.quantity : left
            const age = ageOf(receipt.day)
            const part =
              age <= 30 ? 'days30' : age <= 90 ? 'days90' : age <= 180 ? 'days180' : 'older'
            found[part] += of
            worth[part] += (value * of * fine) / quantity
            days += of * BigInt(age)
            left -= of
            if (left === 0n) break
          }
        }
        const averageAge = found.quantity === 0n ? 0n : divided(days * 10n, found.quantity)
        return { ...found, averageAge, worth }
      },
      ({ quantity }) => quantity > 0n,
    )
  }
  /** Cents of each age over all lines of an ageing. */
  static worths(lines: ReturnType<BookReports['ageing']>) {
    const all = { value: 0n, days30: 0n, days90: 0n, days180: 0n, older: 0n }
    for (const { value, worth } of lines.values()) {
      all.value += value
      for (const part of ['days30', 'days90', 'days180', 'older'] as const) all[part] += worth[part]
    }
    const cents = (worth: bigint) => divided(worth, fine)
    return {
      value: all.value,
      days30: cents(all.days30),
      days90: cents(all.days90),
      days180: cents(all.days180),
      older: cents(all.older),
    }
  }
  /** What went for what, and on which plot. */
  usage(from: string, to: string): Map<string, readonly [quantity: bigint, value: bigint]> {
    const found = new Map<string, readonly [bigint, bigint]>()
    for (const entry of this.#books.entries) {
      if (entry.day < from || entry.day > to || !isOut(entry)) continue
      const purpose = ['lost', 'voidLost'].includes(entry.type) ? 'lost' : entry.purpose
      const key = `${entry.warehouse}/${entry.sku}/${purpose}/${entry.land ?? ''}`
      const [quantity, value] = found.get(key) ?? [0n, 0n]
      found.set(key, [quantity - entry.quantity, value - entry.value])
    }
    return new Map([...found].filter(([, [quantity]]) => quantity !== 0n))
  }
}
