import { doorShop, doorShopScreen } from '#contract/inventory/door-shop.ts'
import { resource } from '#src/kit/resource.ts'

export const doorShops = resource(doorShop, {
  screen: doorShopScreen,
  list: {
    columns: ['storeName', 'storeCode', 'areaId', 'managerId', 'contactPhone', 'address', 'businessHours', 'pictures', 'enabledFlag'],
    filters: ['storeName', 'storeCode', 'areaId', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['storeName', 'storeCode'], ['areaId', 'managerId'], ['contactPhone', 'businessHours'], ['address', 'latlng'], ['pictures'], ['enabledFlag'], ['description']],
  open: { create: 'page', edit: 'page' },
})
