import { z } from 'zod'
import { call } from '../call.ts'
import { costCode } from './cost.ts'
import { stockLot } from './lot.ts'
import { inputStock, stockBalance } from './stock.ts'

const totals = z.object({
  count: z.int(),
  /** Quantities of one unit are added up, those of several never. */
  units: z.array(z.object({ unitName: z.string().nullable(), quantity: z.number() })),
  value: z.number().optional(),
  inTransitValue: z.number().optional(),
})
export type StockTotals = z.infer<typeof totals>
const hides = { code: costCode, names: ['value', 'inTransitValue'] } as const
/** Asked as the list is. */
const input = z.record(z.string(), z.string().max(500))

// chosen: the specification names the screen and no calls
export const stockTotals = call({
  endpoint: 'GET /wfpf/v1/{tenant}/stock/totals',
  summary: 'What all that the list finds adds up to, over all its pages',
  access: { code: stockBalance.permissions.list },
  hides,
  input,
  answer: totals,
})
export const inputStockTotals = call({
  endpoint: 'GET /wfpf/v1/{tenant}/agricultural-inventory/totals',
  summary: 'What all farm inputs that the list finds add up to, over all its pages',
  access: { code: inputStock.permissions.list },
  hides,
  input,
  answer: totals,
})

/** Where a lot lies, for whoever may look at the lot: no cost but to whoever may see it. */
export const lotPlaces = call({
  endpoint: 'GET /wfpf/v1/{tenant}/stock-lot/{id}/places',
  summary: 'What of a lot lies in which warehouse in sight',
  access: { code: stockLot.permissions.list },
  staleAfter: { stockBalance: true },
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: z.array(z.looseObject({ id: z.int(), quantity: z.number() })),
})
