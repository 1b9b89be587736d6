import { z } from 'zod'
import { pageOf, pageQuery, type Call, type Page } from '#contract/call.ts'
import { stockMovement } from '#contract/inventory/stock.ts'
import type { RowOf } from '#contract/entity.ts'

export type Movement = RowOf<typeof stockMovement> & { warehouseIdName: string; skuIdName: string }
const input = z.object({
  warehouseId: z.int().optional(),
  skuId: z.int().optional(),
  lot: z.string().optional(),
  balanceId: z.int().optional(),
  lotId: z.int().optional(),
  type: z.string().optional(),
  occurredOnFrom: z.string().optional(),
  occurredOnTo: z.string().optional(),
  ...pageQuery,
})
/** The ledger's list as a call, newest first. */
export const movements: Call<typeof input, z.ZodType<Page<Movement>>> = {
  endpoint: stockMovement.api.list,
  summary: 'The ledger',
  access: { code: stockMovement.permissions.list },
  input,
  answer: pageOf(z.custom<Movement>()),
}
