import { isCreditCode } from '../credit-code.ts'
import { codes, entity, rest } from '../entity.ts'
import { choice, flag, id, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** Whom the farm buys from and sells to. */
export const partner = entity('partner', {
  module: 'inventory',
  title: 'name',
  permissions: {
    list: 'wfpf.inventory.base.businesses',
    ...codes('wfpf.inventory.base.businesses.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/trading-partner'),
  fields: {
    id: id(),
    name: text({ required: true, max: 60, unique: true }),
    code: text({ required: true, max: 20, unique: true, pattern: /^[\w-]+$/ }),
    category: choice(
      { supplier: 'supplier', customer: 'customer', both: 'both' },
      { required: true },
    ),
    abbreviation: text({ max: 20 }),
    /** Who of ours looks after it. */
    staffId: ref('user', {}),
    contact: text({ max: 40 }),
    // A firm’s line as well: area code, number and extension.
    contactPhone: text({ max: 24, pattern: /^\+?\d[\d -]{5,20}\d$/ }),
    email: text({ max: 80, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ }),
    address: text({ max: 90 }),
    bank: text({ max: 60 }),
    account: text({ max: 32, pattern: /^[\d -]+$/ }),
    // The unified code of 18, or what came before it: 15, and 20 of a person in business.
    taxNumber: text({
      max: 20,
      pattern: /^([\dA-HJ-NPQRTUWXY]{18}|\d{15}|[\dA-Z]{20})?$/,
      check: { holds: isCreditCode, code: 'field.check_digit' },
    }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
export const partnerScreen = entityScreen('businesses', partner, {
  route: '/inventory/base/businesses',
  module: 'inventory',
  group: 'goods',
  icon: 'partner',
  at: 5,
})
