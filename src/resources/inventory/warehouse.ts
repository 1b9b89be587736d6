import { warehouse, warehouseScreen } from '#contract/inventory/warehouse.ts'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const warehouses = resource(warehouse, {
  screen: warehouseScreen,
  list: {
    columns: [
      'name',
      'code',
      'areaId',
      'address',
      'managerName',
      'managerPhone',
      'negativeFlag',
      'enabledFlag',
    ],
    more: ['negativeFlag', 'enabledFlag'],
    marks: ['negativeFlag'],
    filters: ['name', 'code', 'areaId', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  beforeDelete: (rows) => usesNote('warehouse', rows),
  form: [
    ['name', 'code'],
    ['areaId', 'address'],
    ['managerName', 'managerPhone'],
    ['negativeFlag', 'enabledFlag'],
    ['description'],
  ],
})
