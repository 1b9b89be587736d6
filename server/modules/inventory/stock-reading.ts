import type { FastifyInstance } from 'fastify'
import { sku } from '#contract/inventory/sku.ts'
import { inputStock, stockBalance, stockMovement } from '#contract/inventory/stock.ts'
import { crud } from '#server/http/crud.ts'

/** What lies where and how it came there, for whoever may look. */
export function serveStockReading(app: FastifyInstance): void {
  for (const entity of [sku, stockBalance, inputStock, stockMovement]) crud(app, entity)
}
