import { codes, entity, rest } from '../entity.ts'
import { flag, id, images, phone, point, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/**
 * A place where the farm sells: a counter at the gate, a shop in town. Stock lies in warehouses,
 * not here.
 */
export const farmStore = entity('farmStore', {
  module: 'farm',
  title: 'storeName',
  permissions: {
    list: 'wfpf.company.system.storeManager',
    ...codes('wfpf.company.system.storeManager.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/store'),
  fields: {
    id: id(),
    storeName: text({ required: true, max: 60, unique: true }),
    storeCode: text({ required: true, max: 20, unique: true, pattern: /^[\w-]+$/ }),
    areaId: ref('area', {}),
    managerId: ref('worker', {}),
    contactPhone: phone({}),
    address: text({ max: 90 }),
    latlng: point({}),
    businessHours: text({ max: 60 }),
    pictures: images({ max: 6 }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
export const farmStoreScreen = entityScreen('storeManager', farmStore, {
  route: '/system/storeManager',
  module: 'company',
  group: 'goods',
  icon: 'shop',
  at: 6,
  tabOf: 'shops',
})
