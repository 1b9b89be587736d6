import type { Fields } from '#contract/field.ts'
import { readNumber } from '#src/kit/fields/number-text.ts'

/** A line as the editor holds it: what is sent, and the names that the server said beside it. */
export type Line = Readonly<Record<string, unknown>>
/** One thing that can be put on a line, as the server lists it. */
export interface Item {
  id: number
  name: string
  code: string | null
  barcode?: string | null
  unitIdName?: string | null
  lotFlag: 0 | 1
  costPrice?: number | null
  retailPrice?: number | null
}
/** Columns that a person fills in, in the order in which Enter walks through them. */
export const enteredColumns = ['lot', 'expiresOn', 'quantity', 'price', 'remark'] as const
export type EnteredColumn = (typeof enteredColumns)[number]
export const columnsFor = (columns: Fields): EnteredColumn[] => enteredColumns.filter((name) => columns[name] && !columns[name].readonly)

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const isSame = (line: Line, skuId: number, lot: string) => line.skuId === skuId && text(line.lot) === lot

export const lineOf = (item: Item, price: number | null): Line =>
  ({ skuId: item.id, skuIdName: item.name, skuCode: item.code, unitName: item.unitIdName ?? null, lotFlag: item.lotFlag, lot: null, expiresOn: null, quantity: null, price, remark: null })

/** Puts an item on the lines: the line it is on already, or a new one. Answers where. */
export function withItem(lines: readonly Line[], item: Item, price: number | null): { lines: readonly Line[]; at: number } {
  const at = lines.findIndex((line) => isSame(line, item.id, ''))
  return at >= 0 ? { lines, at } : { lines: [...lines, lineOf(item, price)], at: lines.length }
}
/** One more of a scanned item. */
export function withOneMore(lines: readonly Line[], item: Item, price: number | null): { lines: readonly Line[]; at: number } {
  const found = withItem(lines, item, price)
  return { at: found.at, lines: found.lines.map((line, at) => (at === found.at ? { ...line, quantity: (typeof line.quantity === 'number' ? line.quantity : 0) + 1 } : line)) }
}

/** What lies in the warehouse of one lot. */
export interface LotThere { skuId: number; lot: string | null; expiresOn: string | null; quantity: number }
/** The lots of a thing that may be taken, what ends first at the head; those without a last day come behind. */
export const lotsOf = (stock: readonly LotThere[], skuId: number): LotThere[] =>
  stock.filter((one) => one.skuId === skuId && one.lot && one.quantity > 0).sort((a, b) => (a.expiresOn ?? '9999').localeCompare(b.expiresOn ?? '9999') || a.lot!.localeCompare(b.lot!))
/** Lines that were just put there get the lot that ends first, is not over and is on no other line. `from`: the day that it must last to. */
export function withFirstLots(lines: readonly Line[], stock: readonly LotThere[], fresh: ReadonlySet<number>, from: string): readonly Line[] | null {
  let isOther = false
  const next = lines.map((line, at) => {
    if (line.lotFlag !== 1 || text(line.lot) || !fresh.has(Number(line.skuId))) return line
    const first = lotsOf(stock, Number(line.skuId)).find(({ lot, expiresOn }) => (expiresOn ?? '9999') >= from && !lines.some((one, other) => other !== at && one.skuId === line.skuId && text(one.lot).toLowerCase() === lot!.toLowerCase()))
    if (!first) return line
    isOther = true
    return { ...line, lot: first.lot }
  })
  return isOther ? next : null
}
/** One more line of the same thing and source, for another lot of it. */
export const withSplit = (lines: readonly Line[], at: number): readonly Line[] => [...lines.slice(0, at + 1), { ...lines[at]!, id: undefined, lot: null, expiresOn: null, quantity: null }, ...lines.slice(at + 1)]

export interface Pasted { key: string; quantity: unknown; price: unknown; lot: string; remark: string }
/** Rows of a sheet: code, barcode or name; quantity; price; lot; remark. A first row of headings is left out. */
export function readSheet(clipboard: string): Pasted[] {
  const rows = clipboard.split(/\r?\n/).map((row) => row.split('\t').map((cell) => cell.trim())).filter((cells) => cells[0])
  const isHeading = rows.length > 1 && typeof readNumber(rows[0]![1] ?? '') === 'string'
  return (isHeading ? rows.slice(1) : rows).map(([key = '', quantity = '', price = '', lot = '', remark = '']) => ({ key, quantity: readNumber(quantity), price: readNumber(price), lot, remark }))
}
/** The sheet's rows on the lines, those of one item and lot added up; and the keys that name nothing. */
export function withSheet(lines: readonly Line[], pasted: readonly Pasted[], items: ReadonlyMap<string, Item>, priceOf: (item: Item) => number | null): { lines: readonly Line[]; unknown: string[] } {
  const unknown: string[] = []
  const next = [...lines]
  for (const { key, quantity, price, lot, remark } of pasted) {
    const item = items.get(key.toLowerCase())
    if (!item) {
      unknown.push(key)
      continue
    }
    const at = next.findIndex((line) => isSame(line, item.id, lot))
    const before = at >= 0 ? next[at]!.quantity : undefined
    const sum = typeof before === 'number' && typeof quantity === 'number' ? Math.round((before + quantity) * 1000) / 1000 : (quantity ?? before ?? null)
    const line = { ...(at >= 0 ? next[at]! : lineOf(item, priceOf(item))), quantity: sum, ...(price !== null && { price }), ...(lot && { lot }), ...(remark && { remark }) }
    if (at >= 0) next[at] = line
    else next.push(line)
  }
  return { lines: next, unknown: [...new Set(unknown)] }
}

/** Yuan of a line, half up at the cent; null while a part is missing. */
export function amountOf({ quantity, price }: Line): number | null {
  if (typeof quantity !== 'number' || typeof price !== 'number') return null
  // By whole numbers: 1.005 × 100 is less than 100.5 in binary.
  return Number((BigInt(Math.round(quantity * 1000)) * BigInt(Math.round(price * 10_000)) + 50_000n) / 100_000n) / 100
}
export const totalOf = (lines: readonly Line[]) => Math.round(lines.reduce((sum, line) => sum + (amountOf(line) ?? 0), 0) * 100) / 100
