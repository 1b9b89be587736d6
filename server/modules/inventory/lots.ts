import { stockLot } from '#contract/inventory/lot.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { crud } from '#server/http/crud.ts'
import type { Services } from '#server/services/services.ts'
import { today } from './engine/posting-date.ts'

/** Lots as records: a test that says how well seed comes up was made on some day until today. */
export function serveLots(app: Services): void {
  crud(app, stockLot, {
    prepare: async (values, _, { tx }, { tenant }) => {
      const now = await today(tx, tenant)
      if (typeof values.testedOn === 'string' && values.testedOn > now)
        throw invalidFields({ testedOn: { code: 'stock.future', params: { date: now } } })
      return values
    },
  })
}
