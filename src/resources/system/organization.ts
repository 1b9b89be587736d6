import { organization, organizationScreen } from '#contract/system/organization.ts'
import { resource } from '#src/kit/resource.ts'

export const organizations = resource(organization, {
  screen: organizationScreen,
  list: {
    columns: ['name', 'code', 'leaderId', 'enabledFlag', 'description'],
    filters: ['name', 'code'],
    rowActions: ['show', 'edit', 'delete'],
  },
  form: [['name', 'code'], ['parentId', 'leaderId'], ['enabledFlag'], ['description']],
})
