import { organization, organizationScreen } from '#contract/system/organization.ts'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const organizations = resource(organization, {
  screen: organizationScreen,
  list: {
    columns: ['name', 'code', 'leaderId', 'enabledFlag', 'description'],
    more: ['enabledFlag'],
    filters: ['name', 'code'],
    rowActions: ['show', 'edit', 'delete'],
  },
  beforeDelete: (rows) => usesNote('organization', rows),
  form: [['name', 'code'], ['parentId', 'leaderId'], ['enabledFlag'], ['description']],
})
