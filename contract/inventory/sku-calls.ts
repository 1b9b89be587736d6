import { z } from 'zod'
import { call, pageOf, pageQuery } from '../call.ts'
import { sku } from './sku.ts'

const found = z.looseObject({
  id: z.int(),
  name: z.string(),
  code: z.string().nullable(),
  barcode: z.string().nullable(),
})
const codes = { code: sku.permissions.list }

/** The list of items as the pickers ask for it. */
export const listSkus = {
  endpoint: sku.api.list,
  access: codes,
  input: z.looseObject({
    ...pageQuery,
    q: z.string().max(100).optional(),
    enabledFlag: z.string().optional(),
  }),
  answer: pageOf(found),
}
const scanned = found.extend({
  /** The further unit that the code is of; null: the item itself. */
  scannedUnitId: z.int().nullable(),
})
/**
 * Items by their whole code, barcode or name, whichever case, or by the code on one of our labels:
 * what a scanner reads or a sheet holds. Unknown ones are left out.
 */
export const findSkus = call({
  endpoint: 'POST /wfpf/v1/{tenant}/product/sku/find',
  summary: 'Items by code, barcode or name',
  access: codes,
  unaudited: true,
  input: z.object({ keys: z.array(z.string().trim().min(1).max(300)).min(1).max(500) }),
  answer: z.array(scanned),
})
