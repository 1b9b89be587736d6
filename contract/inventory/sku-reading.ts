import { agriculturalInputScreen } from './agricultural-input.ts'
import { productScreen } from './product.ts'
import type { ProductUnit } from './product-unit.ts'

const labelled = new RegExp(
  `(?:${[productScreen, agriculturalInputScreen].map(({ route }) => route).join('|')})` +
    String.raw`(?:\?(?:[^#]*&)?id=(\d{1,15})(?:[&#]|$)|/info/(\d{1,15})(?:[?#]|$))`,
)
/**
 * The product that the code on one of our labels leads to: its address in this console. Null for
 * anything else.
 */
export function labelledProduct(scanned: string): number | null {
  const [, asked, opened] = labelled.exec(scanned) ?? []
  const id = Number(asked ?? opened)
  return id > 0 ? id : null
}
/** The further unit of it that the label is of. */
export function labelledUnit(scanned: string): number | null {
  const [, unit] = /[?&]unit=(\d{1,15})(?:[&#]|$)/.exec(scanned) ?? []
  return unit && labelledProduct(scanned) !== null ? Number(unit) : null
}
/** The combination of it that the label is of: its code, or what it is called. */
export function labelledSku(scanned: string): string | null {
  const [, sku] = /[?&]sku=([^&#]+)(?:[&#]|$)/.exec(scanned) ?? []
  if (!sku || labelledProduct(scanned) === null) return null
  try {
    return decodeURIComponent(sku)
  } catch {
    return null
  }
}
/** What the address on the label of a combination has beside the product's. */
export const skuQuery = ({ code, combination }: { code: string | null; combination: string }) =>
  `sku=${encodeURIComponent(code || combination)}`

/** An item as it is found by what a scanner reads. */
interface Readable {
  name: string
  productId: number
  combination: string | null
  code: string | null
  barcode: string | null
  /** None of what was taken along before it had them. */
  units?: readonly ProductUnit[]
}
type Read<T> = T & {
  /** The further unit that the code is of; null: the item itself. */
  scannedUnitId: number | null
}
const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()
// A label of a product that has combinations names none of them, unless it says which.
const onlyOne = <T>(found: readonly T[]): T | undefined =>
  found.length === 1 ? found[0] : undefined

/**
 * The item that was read, of those given, the newest first: by barcode, its own or that of a further
 * unit, before code before name; or by the code on a label of ours.
 */
export function itemRead<T extends Readable>(items: readonly T[], key: string): Read<T> | null {
  const text = key.trim()
  const product = labelledProduct(text)
  if (product !== null) {
    const named = labelledSku(text)
    const unit = labelledUnit(text)
    const one = onlyOne(
      items.filter(
        ({ productId, code, combination }) =>
          productId === product &&
          (named === null || isSame(code, named) || isSame(combination, named)),
      ),
    )
    return one
      ? {
          ...one,
          scannedUnitId: one.units?.find(({ unitId }) => unitId === unit)?.unitId ?? null,
        }
      : null
  }
  const by = (field: 'barcode' | 'code' | 'name') => items.find((one) => isSame(one[field], text))
  const own = by('barcode')
  const unitOf = ({ units }: T) =>
    units?.find(({ barcode }) => isSame(barcode ?? null, text))?.unitId ?? null
  const packed = own ? undefined : onlyOne(items.filter((one) => unitOf(one) !== null))
  if (packed) return { ...packed, scannedUnitId: unitOf(packed) }
  const first = own ?? by('code') ?? by('name')
  return first ? { ...first, scannedUnitId: null } : null
}
