import { codes, entity, rest } from '../entity.ts'
import { decimal, id, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { packs, unitsShown } from './product-unit.ts'

const quantity = () => decimal({ min: 0, max: 9_999_999, scale: 3 })
/**
 * How much of a thing should lie in a warehouse at least and at most; the stock list warns by it.
 */
export const stockLimit = entity('stockLimit', {
  module: 'inventory',
  stored: { view: 'stock_limit_view' },
  title: 'skuName',
  placed: 'warehouse',
  knownBy: ['warehouseId', 'skuId'],
  deletion: 'gone',
  permissions: {
    list: 'wfpf.inventory.base.store.ps.limit',
    ...codes(
      'wfpf.inventory.base.store.ps',
      ['create', 'limitCreate'],
      ['edit', 'limitEdit'],
      ['delete', 'limitDelete'],
    ),
  },
  // chosen: the specification names the fields and no calls
  api: rest('wfpf/v1/{tenant}/stock-limit'),
  fields: {
    id: id(),
    warehouseId: ref('warehouse', { required: true }),
    skuId: ref('sku', { required: true }),
    skuName: text({ max: 150, readonly: true }),
    unitName: text({ max: 20, readonly: true }),
    /** What lies there now, of all lots. */
    quantity: decimal({ min: -9_999_999_999, max: 9_999_999_999, scale: 3, readonly: true }),
    packs: packs(),
    units: unitsShown(),
    minimum: quantity(),
    maximum: quantity(),
  },
})
export const stockLimitScreen = entityScreen('stock-limit', stockLimit, {
  route: '/inventory/base/store/limit',
  module: 'inventory',
  group: 'goods',
  icon: 'limit',
  at: 7,
})
