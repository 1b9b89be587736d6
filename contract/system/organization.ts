import { codes, entity, rest } from '../entity.ts'
import { flag, id, integer, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** A department or group within a tenant; a tree. */
export const organization = entity('organization', {
  module: 'system',
  title: 'name',
  deletion: 'gone',
  parent: 'parentId',
  permissions: {
    list: 'wfpf.company.system.organization',
    ...codes('wfpf.company.system.organization.ps', 'create', 'edit', 'delete', 'move'),
  },
  api: {
    ...rest('iam/v1/{tenant}/organization'),
    move: 'POST /iam/v1/{tenant}/organization/{id}/move',
  },
  stored: { view: 'organization_view' },
  conditions: { delete: ({ usedFlag }) => usedFlag !== 1 },
  fields: {
    id: id(),
    name: text({ required: true, max: 60 }),
    code: text({ max: 32, unique: true, pattern: /^[\w-]+$/ }),
    parentId: ref('organization', {}),
    leaderId: ref('user', {}),
    sort: integer({ min: 0, max: 9999, readonly: true }),
    enabledFlag: flag({}),
    /** There are units or people below it. */
    usedFlag: flag({ readonly: true }),
    description: text({ max: 200 }),
  },
})
export const organizationScreen = entityScreen('organization', organization, {
  route: '/system/organization',
  module: 'company',
  group: 'people',
  icon: 'organization',
  at: 3,
  isSetUp: true,
})
