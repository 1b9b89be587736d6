import { attribute, attributeScreen } from '#contract/inventory/attribute.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const attributes = resource(attribute, {
  screen: attributeScreen,
  list: {
    columns: ['name', 'values', 'sort', 'enabledFlag', 'description'],
    more: ['enabledFlag'],
    filters: ['name', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'sort'], ['values'], ['enabledFlag'], ['description']],
})
