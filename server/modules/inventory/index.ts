import type { FastifyInstance } from 'fastify'
import { attribute } from '#contract/inventory/attribute.ts'
import { partner } from '#contract/inventory/partner.ts'
import { unit } from '#contract/inventory/unit.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { invalid } from '#server/db/failure.ts'
import { crud } from '#server/http/crud.ts'
import { stockDocuments } from './documents.ts'
import { findItems } from './sku-find.ts'
import { serveStockReading } from './stock-reading.ts'

export function inventory(app: FastifyInstance): void {
  crud(app, attribute, {
    prepare: async (values) => {
      const names = (values.values as { value: string }[]).map(({ value }) => value)
      const twice = names.find((name, at) => names.indexOf(name) !== at)
      if (twice !== undefined) throw invalid({ values: { code: 'field.repeated', params: { value: twice } } })
      return values
    },
  })
  for (const entity of [unit, partner, warehouse]) crud(app, entity)
  findItems(app)
  stockDocuments(app)
  serveStockReading(app)
}
