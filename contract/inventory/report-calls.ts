import { z } from 'zod'
import { call, pageOf, pageQuery } from '../call.ts'
import { exportFormats } from '../platform/platform-calls.ts'
import { screen } from '../screen.ts'
import { costCode } from './cost.ts'
import { productTypes } from './product.ts'

const code = 'wfpf.inventory.prment.report'
const key = z.coerce.number().int().positive()
const day = z.iso.date()
const among = {
  warehouseId: key.optional(),
  skuId: key.optional(),
  type: z.enum(productTypes).optional(),
}
/** Days by the farm's clock, both included. */
const period = { from: day, to: day, ...among }
const asOf = { on: day, ...among }

/** Of what a line of every report speaks. Quantities have three decimals, values two. */
const goods = {
  warehouseId: z.int(),
  warehouseName: z.string(),
  skuId: z.int(),
  skuCode: z.string().nullable(),
  skuName: z.string(),
  type: z.enum(productTypes),
  unitName: z.string().nullable(),
  unitEnName: z.string().nullable(),
  /** What lies there, or went, in the product's further units. */ packs: z.array(
    z.object({
      unitId: z.int(),
      unitIdName: z.string(),
      enName: z.string().nullable(),
      quantity: z.number(),
    }),
  ),
}
const summaryRow = z.object({
  ...goods,
  openingQuantity: z.number(),
  openingValue: z.number().optional(),
  inQuantity: z.number(),
  inValue: z.number().optional(),
  outQuantity: z.number(),
  outValue: z.number().optional(),
  /** What lay there was found to be worth more, or less. */ revaluedValue: z.number().optional(),
  closingQuantity: z.number(),
  closingValue: z.number().optional(),
})
/** What is left, by the days since it was received: the oldest goes first. */
const ageingRow = z.object({
  ...goods,
  quantity: z.number(),
  value: z.number().optional(),
  days30: z.number(),
  days90: z.number(),
  days180: z.number(),
  older: z.number(),
  averageAge: z.number().nullable(),
})
const turnoverRow = z.object({
  ...goods,
  outQuantity: z.number(),
  outValue: z.number().optional(),
  /** Mean of what lay there at the end of each day. */ averageQuantity: z.number(),
  closingQuantity: z.number(),
  /** Null where nothing lay there. */ turnover: z.number().nullable(),
  /** Null where nothing was used. */ coverDays: z.number().nullable(),
})
/** Why goods went: what the document says, or what kind it is where it says nothing. */
const usagePurposes = [
  'sale',
  'use',
  'scrap',
  'transfer',
  'replacement',
  'adjustment',
  'return',
  'inventory_form',
  'lost',
] as const
const usageRow = z.object({
  ...goods,
  purpose: z.enum(usagePurposes),
  landName: z.string().nullable(),
  quantity: z.number(),
  value: z.number().optional(),
})
/** Columns that are money, and what they add up to. */
export const reportValues = [
  'openingValue',
  'inValue',
  'outValue',
  'revaluedValue',
  'closingValue',
  'value',
] as const
const hides = { code: costCode, names: [...reportValues, 'totals'] } as const
const totals = (...names: string[]) => z.record(z.enum(names), z.number()).optional()

// chosen: the specification names the screen and no calls
const path = 'wfpf/v1/{tenant}/stock-report'
export const stockReports = {
  summary: call({
    endpoint: `GET /${path}/summary`,
    summary: 'What came and went in a time, by item and warehouse',
    access: { code },
    hides,
    input: z.object({ ...period, ...pageQuery }),
    answer: pageOf(summaryRow).extend({
      totals: totals('openingValue', 'inValue', 'outValue', 'revaluedValue', 'closingValue'),
    }),
  }),
  ageing: call({
    endpoint: `GET /${path}/ageing`,
    summary: 'How long what lies there has been lying',
    access: { code },
    hides,
    // The four beside `value` are yuan as well.
    input: z.object({ ...asOf, ...pageQuery }),
    answer: pageOf(ageingRow).extend({
      totals: totals('value', 'days30', 'days90', 'days180', 'older'),
    }),
  }),
  turnover: call({
    endpoint: `GET /${path}/turnover`,
    summary: 'How often the stock was used up in a time, and how long it lasts',
    access: { code },
    hides,
    input: z.object({ ...period, ...pageQuery }),
    answer: pageOf(turnoverRow).extend({ totals: totals('outValue') }),
  }),
  usage: call({
    endpoint: `GET /${path}/usage`,
    summary: 'What went for what in a time, by purpose and plot, at what it cost',
    access: { code },
    hides,
    input: z.object({ ...period, ...pageQuery }),
    answer: pageOf(usageRow).extend({ totals: totals('value') }),
  }),
} as const
export type StockReport = keyof typeof stockReports
/** Columns of each report on paper and in files, in their order. */
export const reportColumns = {
  summary: [
    'warehouseName',
    'skuCode',
    'skuName',
    'unitName',
    'openingQuantity',
    'openingValue',
    'inQuantity',
    'inValue',
    'outQuantity',
    'outValue',
    'revaluedValue',
    'closingQuantity',
    'packs',
    'closingValue',
  ],
  ageing: [
    'warehouseName',
    'skuCode',
    'skuName',
    'unitName',
    'quantity',
    'packs',
    'value',
    'days30',
    'days90',
    'days180',
    'older',
    'averageAge',
  ],
  turnover: [
    'warehouseName',
    'skuCode',
    'skuName',
    'unitName',
    'outQuantity',
    'outValue',
    'averageQuantity',
    'closingQuantity',
    'packs',
    'turnover',
    'coverDays',
  ],
  usage: [
    'purpose',
    'landName',
    'skuCode',
    'skuName',
    'unitName',
    'quantity',
    'packs',
    'value',
    'warehouseName',
  ],
} as const satisfies Record<StockReport, readonly string[]>
/** What went for a purpose is counted out, where the other reports say of a quantity what is left. */
const wentOut: Readonly<Record<string, string>> = { quantity: 'outQuantity', value: 'outValue' }
/** The word of a column or sum of a report, among those that all reports share. */
export const reportWord = (report: StockReport, name: string): string =>
  (report === 'usage' && wentOut[name]) || name
/** Longer than ten years is a slip of the finger. */
export const mostReportDays = 3660

export const exportStockReport = call({
  endpoint: `POST /${path}/export`,
  summary: 'A report as a file; followed as a job',
  access: { code },
  input: z.object({
    report: z.enum(Object.keys(stockReports) as [StockReport, ...StockReport[]]),
    format: z.enum(exportFormats),
    from: day.optional(),
    to: day.optional(),
    on: day.optional(),
    ...among,
  }),
  answer: z.object({ jobId: z.int() }),
})
export const reportScreen = screen('stock-report', {
  route: '/inventory/prment/report',
  module: 'inventory',
  group: 'stock',
  icon: 'report',
  at: 3,
  permission: code,
})
