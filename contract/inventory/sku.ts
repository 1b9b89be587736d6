import { entity } from '../entity.ts'
import { choice, flag, id, integer, money, ref, text } from '../field.ts'
import { cost } from './cost.ts'
import { documents } from './document.ts'
import { unitsShown } from './product-unit.ts'
import { product, productTypes } from './product.ts'

const readers = [product, ...Object.values(documents)].flatMap(
  ({ permissions }) => permissions.list ?? [],
)

/**
 * One thing that stock is kept of: a product, or one combination of its attributes. Made and
 * changed with its product.
 */
export const sku = entity('sku', {
  module: 'inventory',
  stored: { table: 'product_sku', view: 'sku_view' },
  title: 'name',
  // Whoever may look at documents may pick from the goods.
  permissions: { list: [...new Set(readers)] },
  lookupAccess: {
    fields: [
      'code',
      'barcode',
      'type',
      'unitId',
      'units',
      'specification',
      'lotFlag',
      'safetyInterval',
    ],
  },
  api: {
    list: 'GET /wfpf/v1/{tenant}/product/sku',
    show: 'GET /wfpf/v1/{tenant}/product/sku/{id}',
  },
  fields: {
    id: id(),
    productId: ref('product', { readonly: true }),
    /** The product's name, and its combination behind it. */
    name: text({ max: 150, readonly: true }),
    combination: text({ max: 80, readonly: true }),
    code: text({ max: 32, readonly: true }),
    barcode: text({ max: 32, readonly: true }),
    type: choice(productTypes, { readonly: true }),
    unitId: ref('unit', { readonly: true }),
    units: unitsShown(),
    specification: text({ max: 60, readonly: true }),
    retailPrice: money({ readonly: true }),
    vipPrice: money({ readonly: true }),
    costPrice: cost(money({ readonly: true })),
    agriculturalFlag: flag({ readonly: true }),
    purchaseFlag: flag({ readonly: true }),
    saleFlag: flag({ readonly: true }),
    consumableFlag: flag({ readonly: true }),
    lotFlag: flag({ readonly: true }),
    safetyInterval: integer({ min: 0, max: 365, unit: 'day', readonly: true }),
    enabledFlag: flag({ readonly: true }),
  },
})
