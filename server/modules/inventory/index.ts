import { attribute } from '#contract/inventory/attribute.ts'
import { stockLimit } from '#contract/inventory/stock-limit.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { crud } from '#server/http/crud.ts'
import { inventoryText } from '#server/i18n/texts.ts'
import { watchStock } from '#server/modules/inventory/engine/check.ts'
import { watchWarnings } from '#server/modules/inventory/engine/notices.ts'
import { stopAll, type ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
import { serveCounting } from './counting.ts'
import { stockDocuments } from './documents.ts'
import { homeFeeds } from './home.ts'
import { serveIntervals } from './intervals.ts'
import { findItems } from './sku-find.ts'
import { serveLots } from './lots.ts'
import { serveOption } from './option.ts'
import { serveProducts } from './products.ts'
import { serveReports } from './reports.ts'
import { serveStockReading } from './stock-reading.ts'
import { countWaiting } from './waiting.ts'

function serveInventory(app: Services): void {
  crud(app, attribute, {
    prepare: async (values) => {
      const names = (values.values as { value: string }[]).map(({ value }) => value)
      const twice = names.find((name, at) => names.indexOf(name) !== at)
      if (twice !== undefined)
        throw invalidFields({ values: { code: 'field.repeated', params: { value: twice } } })
      return values
    },
  })
  countWaiting(app)
  findItems(app)
  serveCounting(app)
  stockDocuments(app)
  // Before products: `intervals` is no id.
  serveIntervals(app)
  serveProducts(app)
  serveLots(app)
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
  serveReports(app)
  app.homeFeeds.push(...homeFeeds)
}

export const inventory: ServerDomain = {
  name: 'inventory',
  serve: serveInventory,
  start: ({ db, http: { log } }) =>
    stopAll([
      watchStock(db, (tenant, faults) =>
        log.error({ tenant, faults }, 'stock does not agree with its ledger'),
      ),
      watchWarnings(db, inventoryText, (error) =>
        log.error({ err: error }, 'nobody could be told of stock'),
      ),
    ]),
}
