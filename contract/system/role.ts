import { codes, entity, rest } from '../entity.ts'
import { flag, id, integer, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** A named set of permission codes of one tenant. The codes themselves go through `permission-calls.ts`. */
export const role = entity('role', {
  module: 'system',
  title: 'name',
  afterDelete: 'gone',
  permissions: {
    list: 'wfpf.company.system.role',
    ...codes('wfpf.company.system.role.ps', 'create', 'edit', 'delete', 'assign', 'copy'),
  },
  api: {
    ...rest('iam/v1/{tenant}/roles'),
    assign: 'PUT /iam/v1/{tenant}/roles/{id}/permissions',
    copy: 'POST /iam/v1/{tenant}/roles/{id}/copy',
  },
  fields: {
    id: id(),
    code: text({ required: true, max: 32, unique: true, pattern: /^[\w-]+$/ }),
    name: text({ required: true, max: 40 }),
    description: text({ max: 200 }),
    enabledFlag: flag({}),
    /** Every code, today's and tomorrow's; a tenant's own administrator role. Cannot be edited or removed. */
    builtinFlag: flag({ readonly: true }),
    userCount: integer({ min: 0, max: 1_000_000, readonly: true }),
  },
})
export const roleScreen = entityScreen('role', role, { route: '/system/role', module: 'company', group: 'enterprise', icon: 'role' })
