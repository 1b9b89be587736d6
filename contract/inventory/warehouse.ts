import { codes, entity, rest } from '../entity.ts'
import { flag, id, phone, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** Where stock lies. Whether it may go below nothing is the warehouse's own rule. */
export const warehouse = entity('warehouse', {
  module: 'inventory',
  title: 'name',
  permissions: {
    list: 'wfpf.inventory.base.store',
    ...codes('wfpf.inventory.base.store.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/warehouse'),
  fields: {
    id: id(),
    name: text({ required: true, max: 60, unique: true }),
    code: text({ required: true, max: 20, unique: true, pattern: /^[\w-]+$/ }),
    areaId: ref('area', {}),
    address: text({ max: 90 }),
    managerName: text({ max: 40 }),
    managerPhone: phone({}),
    negativeFlag: flag({}),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
export const warehouseScreen = entityScreen('store', warehouse, {
  route: '/inventory/base/store',
  module: 'inventory',
  group: 'goods',
  icon: 'store',
  at: 4,
})
