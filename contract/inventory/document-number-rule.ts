import { codes, entity } from '../entity.ts'
import { choice, id, integer, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { documentKinds, type DocumentKind } from './document-kinds.ts'

const prefix = 'wfpf.inventory.base.bill'
/** What a number is counted within: the count begins anew with each. */
export const numberPeriods = { year: 'year', month: 'month', day: 'day' } as const

/**
 * How the numbers of one kind of document are made. A tenant has one rule for each kind from its
 * beginning.
 */
export const documentNumberRule = entity('documentNumberRule', {
  module: 'inventory',
  stored: { view: 'document_number_rule_view' },
  title: 'prefix',
  permissions: { list: prefix, ...codes(`${prefix}.ps`, 'edit') },
  // chosen: the specification names the screen and no calls
  api: {
    list: 'GET /wfpf/v1/{tenant}/document-number-rule',
    show: 'GET /wfpf/v1/{tenant}/document-number-rule/{id}',
    edit: 'PUT /wfpf/v1/{tenant}/document-number-rule',
  },
  fields: {
    id: id(),
    kind: choice(documentKinds, { readonly: true }),
    // Letters alone, and no two kinds the same: a number says of what kind its document is.
    prefix: text({ required: true, max: 8, unique: true, pattern: /^[A-Za-z]+$/ }),
    period: choice(numberPeriods, { required: true }),
    digits: integer({ required: true, min: 3, max: 8 }),
    /** The number that the next document of the kind would get. */
    preview: text({ max: 32, readonly: true }),
  },
})
export const documentNumberRuleScreen = entityScreen('bill', documentNumberRule, {
  route: '/inventory/base/bill',
  module: 'inventory',
  group: 'goods',
  icon: 'number',
  at: 8,
})

/** Initials of the Chinese names of the kinds, counted by the day in four digits. */
export const documentNumberDefaults: Readonly<
  Record<DocumentKind, { prefix: string; period: keyof typeof numberPeriods; digits: number }>
> = {
  aplionform: { prefix: 'SQ', period: 'day', digits: 4 },
  warehousing: { prefix: 'RK', period: 'day', digits: 4 },
  shipment: { prefix: 'CK', period: 'day', digits: 4 },
  transfer: { prefix: 'DB', period: 'day', digits: 4 },
  inventory_form: { prefix: 'PD', period: 'day', digits: 4 },
  return: { prefix: 'TH', period: 'day', digits: 4 },
  input_warehousing: { prefix: 'NR', period: 'day', digits: 4 },
  input_shipment: { prefix: 'NC', period: 'day', digits: 4 },
}
