import {
  date,
  decimal,
  flag,
  integer,
  lines,
  moment,
  money,
  ref,
  text,
  type Fields,
} from '../field.ts'
import { cost } from './cost.ts'
import { germination, sampleSize, testedOn } from './germination.ts'

const quantity = <const O extends { required?: true; readonly?: true; min?: number }>(o: O) =>
  decimal({ min: 0.001, max: 9_999_999, scale: 3, ...o })

export const columns = {
  id: integer({ min: 1, max: 9e15, readonly: true }),
  skuId: ref('sku', { required: true }),
  lot: text({ max: 40 }),
  expiresOn: date({}),
  /** Of seed that comes in: kept by its lot. */
  germination: germination(),
  testedOn: testedOn(),
  sampleSize: sampleSize(),
  quantity: quantity({ required: true }),
  /** Yuan for one; what is left open is not known yet, which is not the same as free. */
  price: cost(decimal({ max: 99_999_999, scale: 4, unit: 'yuan' })),
  /**
   * Another unit than that of the stock, in which the line was written; `quantity` and `price`
   * follow from it, whatever is sent for them.
   */
  unitId: ref('unit', {}),
  unitQuantity: quantity({}),
  unitPrice: cost(decimal({ max: 99_999_999, scale: 4, unit: 'yuan' })),
  /** What one of it was of the stock unit when the line was written. */
  unitRatio: decimal({ min: 0, max: 999_999, scale: 6, readonly: true }),
  amount: cost(money({ readonly: true })),
  /** Planting batch that goods which are sold come from: by their lot, or as chosen. */
  batchId: ref('batch', {}),
  /** Line of the document that this one is made from. */
  sourceLineId: integer({ min: 1, max: 9e15, inner: true }),
  /** How much of it others have carried out. */
  doneQuantity: quantity({ readonly: true, min: 0 }),
  unitCost: cost(decimal({ max: 99_999_999, scale: 6, readonly: true, unit: 'yuan' })),
  /** Its last day has passed on the day of the document. */
  expiredFlag: flag({ readonly: true }),
  /** What went cost in all, by the ledger. */
  costAmount: cost(money({ readonly: true })),
  /**
   * What the books said when the count began; withheld from a blind count until it is handed in.
   */
  booked: quantity({ readonly: true, min: -9_999_999 }),
  counted: quantity({ min: 0 }),
  difference: quantity({ readonly: true, min: -9_999_999 }),
  /** What the difference is worth: as posted, before that at the average. */
  differenceValue: cost(money({ min: -99_999_999, readonly: true })),
  /** What came and went since the books were looked at. */
  moved: quantity({ readonly: true, min: -9_999_999 }),
  countedBy: text({ max: 40, readonly: true }),
  countedAt: moment({ readonly: true }),
  /** Days between the use of it and the harvest. */
  safetyInterval: integer({ min: 0, max: 365, unit: 'day', readonly: true }),
  remark: text({ max: 100 }),
} satisfies Fields
const of = <N extends keyof typeof columns>(...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<typeof columns, N>
/** What every line of goods says, up to where they come from and what they cost. */
const asked = ['id', 'skuId', 'lot', 'expiresOn', 'expiredFlag'] as const
const moved = [
  'quantity',
  'price',
  'unitId',
  'unitQuantity',
  'unitPrice',
  'unitRatio',
  'amount',
  'sourceLineId',
  'doneQuantity',
  'unitCost',
] as const
const whole = { required: true, max: 500, detailOnly: true } as const
/**
 * The goods of a document, one kind and lot a line. Names and costs beside what people enter are
 * the server's.
 */
export const goods = lines(of(...asked, ...moved, 'remark'), whole)
/** Goods that come in, new lots of seed with how well they come up and what says so. */
export const received = lines(
  of(...asked, 'germination', 'testedOn', 'sampleSize', ...moved, 'remark'),
  whole,
)
const leaves = [...asked, ...moved, 'costAmount', 'safetyInterval'] as const
/** Goods that go say what they cost, and what is used, from when may be harvested. */
export const issued = lines(of(...leaves, 'remark'), whole)
/** Those that may be sold, also where they grew. */
export const sent = lines(of(...leaves, 'batchId', 'remark'), whole)
/** None given means everything that lies in the warehouse. */
export const counts = lines(
  of(
    'id',
    'skuId',
    'lot',
    'expiresOn',
    'booked',
    'counted',
    'difference',
    'differenceValue',
    'moved',
    'price',
    'unitCost',
    'countedBy',
    'countedAt',
    'remark',
  ),
  { max: 2000, detailOnly: true },
)
