import { z } from 'zod'
import { call } from '../call.ts'
import { isDay } from '../moment.ts'
import { sku } from './sku.ts'

const key = z.coerce.number().int().positive()
const numbers = z.string().regex(/^\d+(,\d+){0,49}$/)
/** Whoever plans work chooses inputs as well. */
const plans = ['wfpf.farm.taskManger.ps.create', 'wfpf.farm.taskManger.ps.edit']

// chosen: an input waits longer on one crop than on another
export const safetyIntervals = call({
  endpoint: 'GET /wfpf/v1/{tenant}/product/intervals',
  summary: 'How long before the harvest goods are used last on plots, or in a batch, as on a day',
  access: { code: [...new Set([...[sku.permissions.list].flat(), ...plans])] },
  staleAfter: { crop: true, product: true, batch: true },
  input: z.object({
    skuIds: numbers,
    landIds: numbers.optional(),
    batchId: key.optional(),
    /** None: the tenant's today. */
    on: z.iso.date().refine(isDay).optional(),
  }),
  /** Goods without any are left out. */
  answer: z.array(z.object({ skuId: z.int(), name: z.string(), days: z.int() })),
})
