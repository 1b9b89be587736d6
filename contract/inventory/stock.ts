import { entity } from '../entity.ts'
import {
  choice,
  date,
  decimal,
  flag,
  id,
  integer,
  money,
  moment,
  ref,
  text,
  type Fields,
} from '../field.ts'
import { screen } from '../screen.ts'
import { cost, costCode } from './cost.ts'
import { documentKinds } from './document-kinds.ts'
import { packs } from './product-unit.ts'
import { productTypes } from './product.ts'

const amount = () => decimal({ min: -9_999_999_999, max: 9_999_999_999, scale: 3, readonly: true })
const value = () => cost(money({ min: -9_999_999_999, max: 9_999_999_999, readonly: true }))
const average = () =>
  cost(decimal({ min: 0, max: 9_999_999_999, scale: 6, readonly: true, unit: 'yuan' }))

const balance = {
  id: id(),
  warehouseId: ref('warehouse', { readonly: true }),
  skuId: ref('sku', { readonly: true }),
  skuCode: text({ max: 32, readonly: true }),
  type: choice(productTypes, { readonly: true }),
  lot: text({ max: 40, readonly: true }),
  lotId: integer({ min: 1, max: 9e15, readonly: true }),
  expiresOn: date({ readonly: true }),
  quantity: amount(),
  /** Of it, what begun tasks will take. */
  reserved: amount(),
  unitName: text({ max: 20, readonly: true }),
  packs: packs(),
  /** Sent on its way here and not arrived. */
  inTransit: amount(),
  inTransitValue: value(),
  average: average(),
  value: value(),
  minimum: amount(),
  maximum: amount(),
  warning: choice(
    {
      fine: 'fine',
      negative: 'negative',
      low: 'low',
      high: 'high',
      expired: 'expired',
      expiring: 'expiring',
    },
    { readonly: true },
  ),
  /** What expires may be too little, or too much, as well. */
  alsoWarning: choice({ low: 'low', high: 'high' }, { readonly: true }),
  /**
   * Something lies there, is owed, on its way there or wanted there: what went to nothing is
   * history.
   */
  inStockFlag: flag({ readonly: true }),
  agriculturalFlag: flag({ readonly: true }),
  lastMovedAt: moment({ readonly: true }),
} satisfies Fields

/** What lies where now, by thing and lot, with its moving average (docs/specification.md 8.3). */
export const stockBalance = entity('stockBalance', {
  module: 'inventory',
  stored: { view: 'stock_balance_view' },
  title: 'skuId',
  placed: 'warehouse',
  fields: balance,
  permissions: { list: 'wfpf.inventory.prment.stock', cost: costCode },
  // chosen: the specification names the screen and no calls
  api: { list: 'GET /wfpf/v1/{tenant}/stock', show: 'GET /wfpf/v1/{tenant}/stock/{id}' },
})
/** The same of the farm's own inputs. */
export const inputStock = entity('inputStock', {
  module: 'inventory',
  title: 'skuId',
  placed: 'warehouse',
  fields: balance,
  permissions: { list: 'wfpf.farm.agricultural.agricultural-inventory' },
  api: {
    list: 'GET /wfpf/v1/{tenant}/agricultural-inventory',
    show: 'GET /wfpf/v1/{tenant}/agricultural-inventory/{id}',
  },
  variantOf: { entity: 'stockBalance', only: { agriculturalFlag: '1' } },
})

/** `back` and `lost`: goods in transit that will not arrive are taken back from the road, and written off. */
const movementTypes = {
  in: 'in',
  out: 'out',
  gain: 'gain',
  loss: 'loss',
  revaluation: 'revaluation',
  back: 'back',
  lost: 'lost',
  voidIn: 'voidIn',
  voidOut: 'voidOut',
  voidGain: 'voidGain',
  voidLoss: 'voidLoss',
  voidRevaluation: 'voidRevaluation',
  voidBack: 'voidBack',
  voidLost: 'voidLost',
} as const
/** One row of the ledger: what came or went, at what cost, and what lay there afterwards. Written once, never changed. */
export const stockMovement = entity('stockMovement', {
  module: 'inventory',
  stored: { table: 'stock_ledger', view: 'stock_movement_view' },
  title: 'documentCode',
  placed: 'warehouse',
  permissions: {
    list: [
      'wfpf.inventory.prment.report',
      'wfpf.inventory.prment.stock',
      'wfpf.farm.agricultural.agricultural-inventory',
    ],
  },
  api: { list: 'GET /wfpf/v1/{tenant}/stock-movement' },
  fields: {
    id: id(),
    at: moment({ readonly: true }),
    occurredOn: date({ readonly: true }),
    warehouseId: ref('warehouse', { readonly: true }),
    skuId: ref('sku', { readonly: true }),
    lot: text({ max: 40, readonly: true }),
    /** The balance that it changed and the lot that it is of; a text finds other lots that hold it. */
    balanceId: integer({ min: 1, max: 9e15, readonly: true }),
    lotId: integer({ min: 1, max: 9e15, readonly: true }),
    type: choice(movementTypes, { readonly: true }),
    documentKind: choice(documentKinds, { readonly: true }),
    documentId: integer({ min: 1, max: 9e15, readonly: true }),
    documentCode: text({ max: 32, readonly: true }),
    quantity: amount(),
    unitCost: average(),
    value: value(),
    balanceQuantity: amount(),
    balanceValue: value(),
    packs: packs(),
    balancePacks: packs(),
    personName: text({ max: 40, readonly: true }),
  },
})
export const stockScreen = screen('stock', {
  route: '/inventory/prment/stock',
  module: 'inventory',
  group: 'stock',
  icon: 'inventory',
  at: 1,
  count: 'stock',
  permission: 'wfpf.inventory.prment.stock',
  entity: 'stockBalance',
  buttons: { cost: costCode },
  usual: { inStockFlag: 1 },
})
export const inputStockScreen = screen('agricultural-inventory', {
  route: '/web/farm/agricultural/agricultural-inventory',
  module: 'farm',
  group: 'inputs',
  icon: 'sack',
  at: 1,
  permission: 'wfpf.farm.agricultural.agricultural-inventory',
  entity: 'inputStock',
  usual: { inStockFlag: 1 },
})
