import { decimal, lines, ref, text } from '../field.ts'

/**
 * How many of a product's stock unit one of a further unit is. Six decimals are exact: what has no
 * such number (a third) is refused.
 */
const ratio = { min: 0.000001, max: 999_999, scale: 6 } as const
/** Further units of a product: one bag is 40 of its stock unit. */
export const productUnits = () =>
  lines(
    {
      unitId: ref('unit', { required: true }),
      ratio: decimal({ ...ratio, required: true }),
      /** What its package is read by, where that has a code of its own. */
      barcode: text({ max: 32, pattern: /^[\w-]+$/ }),
    },
    { max: 5, typed: true },
  )
/** The same, as things and lines show it. */
export const unitsShown = () =>
  lines(
    {
      unitId: ref('unit', { readonly: true }),
      ratio: decimal({ ...ratio, readonly: true }),
      barcode: text({ max: 32, readonly: true }),
    },
    { max: 5, readonly: true },
  )
/**
 * A quantity in each of the further units, rounded to three decimals: to be read, never to be
 * counted with.
 */
export const packs = () =>
  lines(
    {
      quantity: decimal({ min: -9_999_999_999, max: 9_999_999_999, scale: 3, readonly: true }),
      unitId: ref('unit', { readonly: true }),
    },
    { max: 5, readonly: true },
  )
export interface ProductUnit {
  unitId: number
  unitIdName: string
  ratio: number
  barcode?: string | null
}
export interface NamedPack extends Pack {
  enName: string | null
}
export interface Pack {
  unitId: number
  unitIdName: string
  quantity: number
}

const million = 1_000_000n
const whole = (value: number, scale: number) => BigInt(Math.round(value * 10 ** scale))
/** So many of a further unit in the stock unit; null where that is not exact to three decimals. */
export function inStockUnit(quantity: number, perUnit: number): number | null {
  const product = whole(quantity, 3) * whole(perUnit, 6)
  return product % million === 0n ? Number(product / million) / 1000 : null
}
/** So many of the stock unit in a further one; null where that is not exact to three decimals. */
export function inUnit(quantity: number, perUnit: number): number | null {
  const dividend = whole(quantity, 3) * million
  const divisor = whole(perUnit, 6)
  return divisor > 0n && dividend % divisor === 0n ? Number(dividend / divisor) / 1000 : null
}
