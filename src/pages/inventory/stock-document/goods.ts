import type { Fields } from '#contract/field.ts'
import { isSeed } from '#contract/inventory/germination.ts'
import { inStockUnit, type ProductUnit } from '#contract/inventory/product-unit.ts'
import { readNumber } from '#src/kit/fields/number/number-text.ts'

/** A line as the editor holds it: what is sent, and the names that the server said beside it. */
export type Line = Readonly<Record<string, unknown>>
/** One thing that can be put on a line, as the server lists it. */
export interface Item {
  id: number
  name: string
  code: string | null
  barcode?: string | null
  unitIdName?: string | null
  specification?: string | null
  units?: readonly ProductUnit[]
  /** The further unit whose code was read; otherwise it is the item itself. */
  scannedUnitId?: number | null
  lotFlag: 0 | 1
  type?: string | null
  costPrice?: number | null
  retailPrice?: number | null
  /** Days that what was treated with it must wait for the harvest. */
  safetyInterval?: number | null
}
/** Columns that a person fills in, in the order in which Enter walks through them. */
export const enteredColumns = [
  'lot',
  'expiresOn',
  'germination',
  'testedOn',
  'sampleSize',
  'quantity',
  'price',
  'batchId',
  'remark',
] as const
export type EnteredColumn = (typeof enteredColumns)[number]
export const columnsFor = (columns: Fields): EnteredColumn[] =>
  enteredColumns.filter((name) => columns[name] && !columns[name].readonly)

/** What the test of a lot of seed says. */
export const testColumns: readonly EnteredColumn[] = ['germination', 'testedOn', 'sampleSize']
/** Whether a line has a cell in a column: what is no seed kept by lot has no test. */
export const hasCell = ({ type, lotFlag }: Line, column: EnteredColumn) =>
  !testColumns.includes(column) || (isSeed(type) && lotFlag === 1)

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const isSame = (line: Line, skuId: number, lot: string) =>
  line.skuId === skuId && text(line.lot) === lot

const lineOf = (item: Item, price: number | null): Line => ({
  skuId: item.id,
  skuIdName: item.name,
  skuCode: item.code,
  unitName: item.unitIdName ?? null,
  units: item.units ?? [],
  lotFlag: item.lotFlag,
  type: item.type ?? null,
  safetyInterval: item.safetyInterval ?? null,
  lot: null,
  expiresOn: null,
  germination: null,
  testedOn: null,
  sampleSize: null,
  quantity: null,
  price,
  unitId: null,
  unitQuantity: null,
  unitPrice: null,
  batchId: null,
  remark: null,
})

/** The further units that a line may be written in. */
export const unitsOf = ({ units }: Line): readonly ProductUnit[] =>
  Array.isArray(units) ? (units as ProductUnit[]) : []
/** The further unit in which a line is written; undefined: the stock unit. */
export const unitOf = (line: Line) =>
  line.unitId ? unitsOf(line).find(({ unitId }) => unitId === line.unitId) : undefined
/** What stands in the cell of a line: quantity and price are of the unit in which it is written. */
export const enteredOf = (line: Line, column: EnteredColumn): unknown =>
  line.unitId && (column === 'quantity' || column === 'price')
    ? line[column === 'quantity' ? 'unitQuantity' : 'unitPrice']
    : line[column]
const rounded = (value: number) => Math.round(value * 10_000) / 10_000
/** Quantity and price of the stock unit, as they follow from what was written in another. */
function followed(line: Line): Line {
  const unit = unitOf(line)
  if (!unit) return line
  return {
    ...line,
    quantity:
      typeof line.unitQuantity === 'number'
        ? inStockUnit(line.unitQuantity, unit.ratio)
        : line.unitQuantity,
    price:
      typeof line.unitPrice === 'number' ? rounded(line.unitPrice / unit.ratio) : line.unitPrice,
  }
}
export function withEntered(line: Line, column: EnteredColumn, value: unknown): Line {
  // Another lot is of another batch, or of none.
  if (column === 'lot') return { ...line, lot: value, batchId: null }
  if (!line.unitId || (column !== 'quantity' && column !== 'price'))
    return { ...line, [column]: value }
  return followed({ ...line, [column === 'quantity' ? 'unitQuantity' : 'unitPrice']: value })
}
/**
 * A line in another of its units: the number that was typed stays, the price becomes that of the
 * unit.
 */
export function withUnit(line: Line, unitId: number | null): Line {
  const [quantity, price] = [enteredOf(line, 'quantity'), line.price]
  const unit = unitsOf(line).find((one) => one.unitId === unitId)
  if (!unit) return { ...line, unitId: null, unitQuantity: null, unitPrice: null, quantity }
  return followed({
    ...line,
    unitId,
    unitQuantity: quantity,
    unitPrice: typeof price === 'number' ? rounded(price * unit.ratio) : price,
  })
}

/**
 * Puts an item on the lines: the line it is on already, or a new one. Answers where. Of what is kept
 * by lot that is its line without one, or else `byLot` the last one, which is the lot being taken.
 */
export function withItem(
  lines: readonly Line[],
  item: Item,
  price: number | null,
  byLot = false,
): { lines: readonly Line[]; at: number } {
  const blank = lines.findIndex((line) => isSame(line, item.id, ''))
  const at = blank < 0 && byLot ? lines.findLastIndex((line) => line.skuId === item.id) : blank
  return at >= 0 ? { lines, at } : { lines: [...lines, lineOf(item, price)], at: lines.length }
}
const numberIn = (value: unknown) => (typeof value === 'number' ? value : 0)
/** One more of a scanned item; `byLot`: its lots were chosen here, and a scan names none. */
export function withOneMore(
  lines: readonly Line[],
  item: Item,
  price: number | null,
  byLot = false,
): { lines: readonly Line[]; at: number } {
  const found = withItem(lines, item, price, byLot)
  const scanned = item.units?.find(({ unitId }) => unitId === item.scannedUnitId)
  const more = (line: Line): Line => {
    const isBlank = enteredOf(line, 'quantity') === null
    const own = scanned && isBlank ? withUnit(line, scanned.unitId) : line
    if (!scanned || own.unitId === scanned.unitId)
      return withEntered(own, 'quantity', numberIn(enteredOf(own, 'quantity')) + 1)
    // A line in two units is one in the stock unit.
    const sum = numberIn(line.quantity) + (inStockUnit(1, scanned.ratio) ?? scanned.ratio)
    return {
      ...line,
      unitId: null,
      unitQuantity: null,
      unitPrice: null,
      quantity: Math.round(sum * 1000) / 1000,
    }
  }
  return {
    at: found.at,
    lines: found.lines.map((line, at) => (at === found.at ? more(line) : line)),
  }
}

/** What lies in the warehouse of one lot. */
interface LotThere {
  skuId: number
  lot: string | null
  expiresOn: string | null
  quantity: number
}
/**
 * The lots of a thing that may be taken, what ends first at the head; those without a last day come
 * behind.
 */
export const lotsOf = (stock: readonly LotThere[], skuId: number): LotThere[] =>
  stock
    .filter((one) => one.skuId === skuId && one.lot && one.quantity > 0)
    .sort(
      (a, b) =>
        (a.expiresOn ?? '9999').localeCompare(b.expiresOn ?? '9999') ||
        a.lot!.localeCompare(b.lot!),
    )
/**
 * Lines that were just put there get the lot that ends first, is not over and is on no other line.
 * `from`: the day that it must last to.
 */
export function withFirstLots(
  lines: readonly Line[],
  stock: readonly LotThere[],
  fresh: ReadonlySet<number>,
  from: string,
): readonly Line[] | null {
  let isOther = false
  const next = lines.map((line, at) => {
    if (line.lotFlag !== 1 || text(line.lot) || !fresh.has(Number(line.skuId))) return line
    const first = lotsOf(stock, Number(line.skuId)).find(
      ({ lot, expiresOn }) =>
        (expiresOn ?? '9999') >= from &&
        !lines.some(
          (one, other) =>
            other !== at &&
            one.skuId === line.skuId &&
            text(one.lot).toLowerCase() === lot!.toLowerCase(),
        ),
    )
    if (!first) return line
    isOther = true
    return { ...line, lot: first.lot }
  })
  return isOther ? next : null
}
/** One more line of the same thing and source, for another lot of it. */
export const withSplit = (lines: readonly Line[], at: number): readonly Line[] => [
  ...lines.slice(0, at + 1),
  {
    ...lines[at]!,
    id: undefined,
    lot: null,
    expiresOn: null,
    germination: null,
    testedOn: null,
    sampleSize: null,
    quantity: null,
    unitQuantity: null,
    batchId: null,
  },
  ...lines.slice(at + 1),
]

interface Pasted {
  key: string
  quantity: unknown
  /** The unit behind the quantity, where one is written. */ unit: string
  price: unknown
  lot: string
  remark: string
}
/** A quantity of a sheet, and the unit that may stand behind it. */
function readQuantity(cell: string): { quantity: unknown; unit: string } {
  const [, number = cell, unit = ''] = /^([\d.,\uFF10-\uFF19]+)\s*([^\d\s.,]\D*)$/.exec(cell) ?? []
  return { quantity: readNumber(number), unit: unit.trim() }
}
/**
 * Rows of a sheet: code, barcode or name; quantity; price; lot; remark. A first row of headings is
 * left out.
 */
export function readSheet(clipboard: string): Pasted[] {
  const rows = clipboard
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells[0])
  const isHeading = rows.length > 1 && typeof readQuantity(rows[0]![1] ?? '').quantity === 'string'
  return (isHeading ? rows.slice(1) : rows).map(
    ([key = '', quantity = '', price = '', lot = '', remark = '']) => ({
      key,
      ...readQuantity(quantity),
      price: readNumber(price),
      lot,
      remark,
    }),
  )
}
/**
 * The sheet's rows on the lines, those of one item and lot added up; and the keys that name
 * nothing.
 */
export function withSheet(
  lines: readonly Line[],
  pasted: readonly Pasted[],
  items: ReadonlyMap<string, Item>,
  priceOf: (item: Item) => number | null,
): { lines: readonly Line[]; unknown: string[] } {
  const unknown: string[] = []
  const next = [...lines]
  for (const { key, quantity, unit, price, lot, remark } of pasted) {
    const item = items.get(key.toLowerCase())
    if (!item) {
      unknown.push(key)
      continue
    }
    const at = next.findIndex((line) => isSame(line, item.id, lot))
    const blank = at >= 0 ? next[at]! : lineOf(item, priceOf(item))
    const named = unitsOf(blank).find(({ unitIdName, unitId }) =>
      unit ? unitIdName === unit : unitId === item.scannedUnitId,
    )
    // Rows of one item in several units add up in the stock unit.
    const own =
      at >= 0 && blank.unitId !== (named?.unitId ?? null)
        ? { ...blank, unitId: null, unitQuantity: null, unitPrice: null }
        : named
          ? withUnit(blank, named.unitId)
          : blank
    const given =
      own.unitId || !named || typeof quantity !== 'number'
        ? quantity
        : inStockUnit(quantity, named.ratio)
    const before = at >= 0 ? enteredOf(own, 'quantity') : undefined
    const sum =
      typeof before === 'number' && typeof given === 'number'
        ? Math.round((before + given) * 1000) / 1000
        : (given ?? before ?? null)
    // A unit that the item does not have is no number to guess with.
    const counted = withEntered(
      own,
      'quantity',
      unit && !named && unit !== blank.unitName ? `${String(quantity)} ${unit}` : sum,
    )
    const line = {
      ...(price === null ? counted : withEntered(counted, 'price', price)),
      ...(lot && { lot }),
      ...(remark && { remark }),
    }
    if (at >= 0) next[at] = line
    else next.push(line)
  }
  return { lines: next, unknown: [...new Set(unknown)] }
}

/** Yuan of a line, half up at the cent; null while a part is missing. */
export function amountOf(line: Line): number | null {
  const [quantity, price] = [enteredOf(line, 'quantity'), enteredOf(line, 'price')]
  if (typeof quantity !== 'number' || typeof price !== 'number') return null
  // By whole numbers: 1.005 × 100 is less than 100.5 in binary.
  return (
    Number(
      (BigInt(Math.round(quantity * 1000)) * BigInt(Math.round(price * 10_000)) + 50_000n) /
        100_000n,
    ) / 100
  )
}
export const totalOf = (lines: readonly Line[]) =>
  Math.round(lines.reduce((sum, line) => sum + (amountOf(line) ?? 0), 0) * 100) / 100
