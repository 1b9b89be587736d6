import { codes, entity, rest } from '../entity.ts'
import { entityScreen } from '../screen.ts'
import { farmStore } from '../farm/store.ts'

/**
 * The farm's shops as the trading side sees them. They are the rows of the farm's stores: a shop is
 * one place, and two
 * lists of it would drift apart. Codes and calls are the trading side's own, so that neither opens
 * the other's screen.
 */
export const doorShop = entity('doorShop', {
  // Its words are the store's.
  module: 'farm',
  title: 'storeName',
  permissions: {
    list: 'wfpf.inventory.base.shops',
    ...codes('wfpf.inventory.base.shops.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/door-shop'),
  variantOf: { entity: 'farmStore', only: {} },
  fields: farmStore.fields,
})
export const doorShopScreen = entityScreen('shops', doorShop, {
  route: '/inventory/base/shops',
  module: 'inventory',
  group: 'goods',
  icon: 'shop',
  at: 6,
})
