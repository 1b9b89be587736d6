import { warehouse, warehouseScreen } from '#contract/inventory/warehouse.ts'
import { resource } from '#src/kit/resource.ts'

export const warehouses = resource(warehouse, {
  screen: warehouseScreen,
  list: {
    columns: ['name', 'code', 'areaId', 'address', 'managerName', 'managerPhone', 'negativeFlag', 'enabledFlag'],
    filters: ['name', 'code', 'areaId', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'code'], ['areaId', 'address'], ['managerName', 'managerPhone'], ['negativeFlag', 'enabledFlag'], ['description']],
})
