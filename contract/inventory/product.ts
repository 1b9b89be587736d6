import { codes, entity, rest } from '../entity.ts'
import {
  choice,
  decimal,
  flag,
  id,
  images,
  integer,
  lines,
  money,
  onlyWhen,
  ref,
  text,
  video,
} from '../field.ts'
import { entityScreen } from '../screen.ts'
import { cost } from './cost.ts'
import { productUnits } from './product-unit.ts'

export const productTypes = {
  seed: 'seed',
  fertilizer: 'fertilizer',
  pesticide: 'pesticide',
  film: 'film',
  feed: 'feed',
  tool: 'tool',
  packaging: 'packaging',
  produce: 'produce',
  other: 'other',
} as const
/** One, under 30 MB (docs/specification.md 6.6), best within 30 s. */
export const productClip = {
  maxBytes: 30 * 1024 * 1024,
  maxSeconds: 60,
  advisedSeconds: 30,
  ratios: [16 / 9, 1],
}
const percent = () => decimal({ max: 100, unit: '%' })

/**
 * Goods of one kind. What differs within a kind is its combinations of attributes; stock is kept of
 * each.
 */
export const product = entity('product', {
  module: 'inventory',
  stored: { view: 'product_view' },
  title: 'name',
  permissions: {
    list: 'wfpf.inventory.base.product',
    ...codes('wfpf.inventory.base.product.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/product'),
  fields: {
    id: id(),
    name: text({ required: true, max: 60 }),
    code: text({ required: true, max: 32, unique: true, pattern: /^[\w-]+$/ }),
    type: choice(productTypes, { required: true }),
    brand: text({ max: 40 }),
    unitId: ref('unit', { required: true }),
    units: productUnits(),
    model: text({ max: 40 }),
    specification: text({ max: 60 }),
    alias: text({ max: 40 }),
    barcode: text({ max: 32, pattern: /^[\w-]+$/ }),
    retailPrice: money({}),
    vipPrice: money({}),
    costPrice: cost(money({})),
    /** Its combinations; a product that has none is one thing. */
    skus: lines(
      {
        combination: text({ required: true, max: 80 }),
        code: text({ max: 32, pattern: /^[\w-]+$/ }),
        barcode: text({ max: 32, pattern: /^[\w-]+$/ }),
        retailPrice: money({}),
        vipPrice: money({}),
        costPrice: cost(money({})),
      },
      { max: 100, typed: true },
    ),
    pictures: images({ max: 6 }),
    video: video({ clip: productClip }),
    agriculturalFlag: flag({}),
    purchaseFlag: flag({}),
    saleFlag: flag({}),
    consumableFlag: flag({}),
    /** Its stock is kept by lot, each with its last day. */
    lotFlag: flag({}),
    registrationNumber: text({ max: 40 }),
    nitrogen: onlyWhen('type', [productTypes.fertilizer], percent()),
    phosphorus: onlyWhen('type', [productTypes.fertilizer], percent()),
    potassium: onlyWhen('type', [productTypes.fertilizer], percent()),
    /** What a pesticide works by, and how much of it is used. */
    activeIngredient: onlyWhen('type', [productTypes.pesticide], text({ max: 80 })),
    dose: onlyWhen('type', [productTypes.pesticide], text({ max: 80 })),
    /** What a mu takes of it, in its unit: suggested to tasks by the area of their plots. */
    dosePerMu: decimal({ min: 0.001, max: 99_999, scale: 3 }),
    /** Days that must pass between the last use and the harvest. */
    safetyInterval: integer({ min: 0, max: 365, unit: 'day' }),
    /** Hours after its use in which nobody enters the plot. */
    reentryHours: integer({ min: 0, max: 720, unit: 'hour' }),
    enabledFlag: flag({}),
    description: text({ max: 500 }),
  },
})
export const productScreen = entityScreen('product', product, {
  route: '/inventory/base/product',
  module: 'inventory',
  group: 'goods',
  icon: 'product',
  at: 1,
})
