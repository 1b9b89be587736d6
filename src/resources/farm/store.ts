import { farmStore, farmStoreScreen } from '#contract/farm/store.ts'
import { resource } from '#src/kit/definition/resource.ts'

/** How a place where the farm sells is shown, under whichever codes. */
export const storeFace = {
  list: {
    columns: [
      'storeName',
      'storeCode',
      'areaId',
      'managerId',
      'contactPhone',
      'address',
      'businessHours',
      'pictures',
      'enabledFlag',
    ],
    more: ['pictures', 'enabledFlag'],
    filters: ['storeName', 'storeCode', 'areaId', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['storeName', 'storeCode'],
    ['areaId', 'managerId'],
    ['contactPhone', 'businessHours'],
    ['address', 'latlng'],
    ['pictures'],
    ['enabledFlag'],
    ['description'],
  ],
} as const
export const farmStores = resource(farmStore, { screen: farmStoreScreen, ...storeFace })
