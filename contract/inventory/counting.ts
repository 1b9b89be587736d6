import { z } from 'zod'
import { call } from '../call.ts'
import { screen } from '../screen.ts'
import { stocktake } from './document.ts'

const code = stocktake.permissions.edit as string
/** So many sheets, and lines of them all, go along at most. */
export const mostCounting = { sheets: 20, lines: 3000 } as const

const line = z.looseObject({
  /** Below zero: it comes onto the sheet as the count is begun. */
  id: z.int(),
  skuId: z.int(),
  skuIdName: z.string(),
  lot: z.string().nullable(),
  counted: z.number().nullable(),
})
/** What can be counted now, whole, so that it can be counted where there is no network. */
export const countPack = call({
  endpoint: 'GET /wfpf/v1/{tenant}/inventory-form/field',
  summary: 'Stocktakes to be counted, with their lines and codes, to be kept on a phone',
  access: { code },
  rowsOf: stocktake.name,
  staleAfter: { stockDocument: true },
  input: z.object({}),
  answer: z.object({
    content: z.array(
      z.looseObject({
        id: z.int(),
        code: z.string(),
        auditStatus: z.int(),
        objectVersionNumber: z.int(),
        warehouseId: z.int(),
        goods: z.array(line),
      }),
    ),
    /** By which a scanner finds them. */
    items: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        code: z.string().nullable(),
        barcode: z.string().nullable(),
        productId: z.int(),
        combination: z.string().nullable(),
        units: z.array(
          z.looseObject({
            unitId: z.int(),
            unitIdName: z.string(),
            ratio: z.number(),
            barcode: z.string().nullish(),
          }),
        ),
        lotFlag: z.literal([0, 1]),
      }),
    ),
  }),
})
export type CountPack = z.output<typeof countPack.answer>
/** Counting alone, for whoever stands in the warehouse with a phone. */
export const countingScreen = screen('counting', {
  route: '/inventory/prment/counting',
  module: 'inventory',
  group: 'documents',
  icon: 'count',
  keepAlive: false,
  hidden: true,
  permission: code,
})
