import { codes, entity } from '../entity.ts'
import { choice, date, decimal, id, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { germination, sampleSize, testedOn } from './germination.ts'
import { packs } from './product-unit.ts'
import { productTypes } from './product.ts'

/**
 * A lot of a thing: one thing in every warehouse, with one last day. Made by what comes in; a wrong
 * day is set right here, and how well its seeds come up.
 */
export const stockLot = entity('stockLot', {
  module: 'inventory',
  stored: { view: 'stock_lot_view' },
  title: 'lot',
  // chosen: the specification knows lots as a text of the stock alone
  permissions: {
    list: [
      'wfpf.inventory.prment.lot',
      'wfpf.inventory.prment.stock',
      'wfpf.farm.agricultural.agricultural-inventory',
    ],
    ...codes('wfpf.inventory.prment.lot.ps', 'edit'),
  },
  api: {
    list: 'GET /wfpf/v1/{tenant}/stock-lot',
    show: 'GET /wfpf/v1/{tenant}/stock-lot/{id}',
    edit: 'PUT /wfpf/v1/{tenant}/stock-lot',
  },
  fields: {
    id: id(),
    skuId: ref('sku', { readonly: true }),
    skuCode: text({ max: 32, readonly: true }),
    type: choice(productTypes, { readonly: true }),
    lot: text({ max: 40, readonly: true }),
    expiresOn: date({}),
    /** Of seeds, as it was tested. */
    germination: germination(),
    testedOn: testedOn(),
    sampleSize: sampleSize(),
    /** In all warehouses. */
    quantity: decimal({ min: -9_999_999_999, max: 9_999_999_999, scale: 3, readonly: true }),
    unitName: text({ max: 20, readonly: true }),
    packs: packs(),
  },
})
export const stockLotScreen = entityScreen('stock-lot', stockLot, {
  route: '/inventory/prment/lot',
  module: 'inventory',
  group: 'stock',
  icon: 'lot',
  at: 2,
})
