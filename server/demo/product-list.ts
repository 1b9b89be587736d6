import { goods } from './records/goods.ts'
import { inputs } from './records/inputs.ts'

/**
 * Name, code, type, brand, unit, specification, cost and retail price in yuan, and what else there
 * is to say of it.
 */
export type Product = readonly [
  name: string,
  code: string,
  type: string,
  brand: string | null,
  unit: string,
  specification: string,
  cost: number,
  retail: number,
  more?: Readonly<Record<string, unknown>>,
]
export const products: readonly Product[] = [...inputs, ...goods]
/** Bought in one unit and used in another: how much of the stock unit each is. */
export const furtherUnits: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'S-FWRT': { bag: 40 },
  'F-YJ': { bag: 0.04 },
  'P-BCL70': { box: 50 },
}

/** Kept at least and at most: warehouse, product, minimum, maximum. */
export const limits: readonly (readonly [
  warehouse: string,
  product: string,
  minimum: number | null,
  maximum: number | null,
])[] = [
  ['SQ-INPUT', 'F-SDL15', 20, 200],
  ['SQ-INPUT', 'F-NS46', 15, 120],
  ['SQ-INPUT', 'F-SR42', 30, 300],
  ['SQ-INPUT', 'F-HZ', 20, null],
  ['SQ-INPUT', 'P-BCL70', 10, 80],
  ['SQ-INPUT', 'P-DSMX', 20, 150],
  ['SQ-INPUT', 'P-LCBJ', 12, null],
  ['SQ-INPUT', 'T-HB', 500, 5000],
  ['SQ-INPUT', 'M-DM', 6, 60],
  ['SW-GRAIN', 'S-MXZ', 40, 400],
  ['SQ-COLD', 'K-BXH', 2000, 30000],
]
