import { doorShop, doorShopScreen } from '#contract/inventory/door-shop.ts'
import { resource } from '#src/kit/definition/resource.ts'
import { storeFace } from '../farm/store.ts'

export const doorShops = resource(doorShop, {
  screen: doorShopScreen,
  ...storeFace,
  open: { create: 'page', edit: 'page' },
})
