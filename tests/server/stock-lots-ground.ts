import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { callOf } from '#contract/entity-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { oneStore } from './ground.ts'

export const { app, mine, store } = await oneStore()
export interface Stock {
  id: number
  warehouseId: number
  lot: string | null
  lotId: number | null
  expiresOn: string | null
  quantity: number
  warning: string
  inTransit: number
  inTransitValue: number
}
export const stockOf = async (skuId: number, more: Record<string, string> = {}) =>
  (await mine.admin.call(callOf(stockBalance, 'list'), { skuId, ...more })).content
export const submit = (kind: DocumentKind, id: number, more: Record<string, unknown> = {}) =>
  mine.admin.send(store.at(kind, 'submit', id), more)
