import { z } from 'zod'
import { call } from '../call.ts'
import { screen } from '../screen.ts'
import { documents } from './document.ts'

/**
 * When a stocktake's differences reach the stock: with its approval, or by documents that are made
 * from it.
 */
export const stocktakePostings = { approval: 'approval', conversion: 'conversion' } as const

const shape = {
  /** Percent by which documents may go beyond what they are made from. */
  overPercent: z
    .number()
    .min(0)
    .max(100)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
  expiryWarningDays: z.int().min(0).max(365),
  defaultWarehouseId: z.int().positive().nullable(),
  stocktakePosting: z.literal(Object.values(stocktakePostings)),
}
/** `objectVersionNumber` 0: nothing was chosen yet, and what is answered are the defaults. */
const answer = z.object({
  ...shape,
  defaultWarehouseIdName: z.string().nullable(),
  /** It is in use: nothing new begins with a warehouse that is not. */
  defaultWarehouseOpen: z.boolean(),
  objectVersionNumber: z.int(),
})
export type InventoryOption = z.infer<typeof answer>

const code = 'wfpf.inventory.config.option'
/** New documents begin with the usual warehouse, so whoever may write one may read the choices. */
const readCodes = [
  ...new Set([
    code,
    ...Object.values(documents).flatMap(({ permissions }) => permissions.create ?? []),
  ]),
]
export const inventoryOption = call({
  endpoint: 'GET /wfpf/v1/{tenant}/inventory-option',
  summary: 'The tenant’s choices of how its inventory works',
  access: { code: readCodes },
  input: z.object({}),
  answer,
})
export const saveInventoryOption = call({
  endpoint: 'PUT /wfpf/v1/{tenant}/inventory-option',
  summary: 'Changes them',
  access: { code: `${code}.ps.edit` },
  input: z.object({ ...shape, objectVersionNumber: z.int().min(0) }),
  answer,
})
export const optionScreen = screen('option', {
  route: '/inventory/config/option',
  module: 'inventory',
  group: 'goods',
  icon: 'option',
  at: 9,
  permission: code,
  buttons: { edit: `${code}.ps.edit` },
})
