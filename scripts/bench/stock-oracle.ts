/** What a posting does to one balance; thousandths, below nothing for what goes. */
export interface Delta {
  warehouseId: number
  skuId: number
  lot: string
  milli: number
}
export const milli = (quantity: number) => Math.round(quantity * 1000)
const at = ({ warehouseId, skuId, lot }: Omit<Delta, 'milli'>) => `${warehouseId}/${skuId}/${lot}`

/**
 * What must lie where, worked out from what was asked for and granted, not from what the server
 * says lies there.
 */
export class Oracle {
  readonly #quantities = new Map<string, number>()
  readonly #mayOwe: ReadonlySet<number>
  /** `mayOwe`: warehouses that may go below nothing. */
  constructor(mayOwe: readonly number[]) {
    this.#mayOwe = new Set(mayOwe)
  }
  /** Whether it takes more than lies there, from a warehouse that must not owe. */
  isShort(deltas: readonly Delta[]): boolean {
    return deltas.some(
      (delta) =>
        delta.milli < 0 &&
        !this.#mayOwe.has(delta.warehouseId) &&
        (this.#quantities.get(at(delta)) ?? 0) + delta.milli < 0,
    )
  }
  apply(deltas: readonly Delta[]): void {
    for (const delta of deltas)
      this.#quantities.set(at(delta), (this.#quantities.get(at(delta)) ?? 0) + delta.milli)
  }
  /** Balances that are not as they must be, in words. */
  faults(
    balances: readonly { warehouseId: number; skuId: number; lot: string; quantity: number }[],
  ): string[] {
    const found = new Map(balances.map((balance) => [at(balance), milli(balance.quantity)]))
    return [...new Set([...found.keys(), ...this.#quantities.keys()])]
      .filter((key) => (found.get(key) ?? 0) !== (this.#quantities.get(key) ?? 0))
      .map(
        (key) =>
          `${key} has ${(found.get(key) ?? 0) / 1000}, and should have ${(this.#quantities.get(key) ?? 0) / 1000}`,
      )
  }
}
/** The same the other way round. */
export const undone = (deltas: readonly Delta[]): Delta[] =>
  deltas.map((delta) => ({ ...delta, milli: -delta.milli }))
