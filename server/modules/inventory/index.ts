import type { FastifyInstance } from 'fastify'
import { attribute } from '#contract/inventory/attribute.ts'
import { stockLimit } from '#contract/inventory/stock-limit.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { crud } from '#server/http/crud.ts'
import { stockDocuments } from './documents.ts'
import { findItems } from './sku-find.ts'
import { serveOption } from './option.ts'
import { serveProducts } from './products.ts'
import type { Files } from './report-file.ts'
import { serveReports } from './reports.ts'
import { serveStockReading } from './stock-reading.ts'

export function inventory(app: FastifyInstance, files: Files): void {
  crud(app, attribute, {
    prepare: async (values) => {
      const names = (values.values as { value: string }[]).map(({ value }) => value)
      const twice = names.find((name, at) => names.indexOf(name) !== at)
      if (twice !== undefined)
        throw invalidFields({ values: { code: 'field.repeated', params: { value: twice } } })
      return values
    },
  })
  findItems(app)
  stockDocuments(app)
  serveProducts(app)
  crud(app, stockLimit, {
    prepare: async (values) => {
      const { minimum, maximum } = values as { minimum?: number | null; maximum?: number | null }
      if (minimum != null && maximum != null && minimum > maximum)
        throw invalidFields({ maximum: { code: 'stock.limits' } })
      return values
    },
  })
  serveStockReading(app)
  serveOption(app)
  serveReports(app, files)
}
