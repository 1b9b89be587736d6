import { unit, unitScreen } from '#contract/inventory/unit.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const units = resource(unit, {
  screen: unitScreen,
  list: {
    columns: ['code', 'name', 'enName', 'description'],
    filters: ['code', 'name'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['code', 'name'], ['enName'], ['description']],
})
