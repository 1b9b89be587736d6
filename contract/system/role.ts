import { codes, entity, rest } from '../entity.ts'
import { choice, flag, id, integer, onlyWhen, refs, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { referenceStates } from '../reference-states.ts'

/** All bases, chosen ones, those that one's own organisation and those below it run, or of all bases what one made oneself. */
export const dataScopes = {
  all: 'all',
  areas: 'areas',
  organization: 'organization',
  own: 'own',
} as const
export const mostScopeAreas = 200

/** A named set of permission codes of one tenant. The codes themselves go through `permission-calls.ts`. */
export const role = entity('role', {
  module: 'system',
  stored: { view: 'role_view' },
  // Its permissions can be looked at, so that stays open.
  conditions: {
    edit: ({ builtinFlag }) => builtinFlag !== 1,
    delete: ({ builtinFlag }) => builtinFlag !== 1,
  },
  title: 'name',
  deletion: 'gone',
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
    /** Which of the tenant's rows its holders see; several roles add up. */
    dataScope: choice(dataScopes, {}),
    scopeAreaIds: onlyWhen(
      'dataScope',
      [dataScopes.areas],
      refs('area', { max: mostScopeAreas }),
      'needed',
    ),
    /** Whether the bases that it is limited to are all there. */
    scopeState: choice(referenceStates, { readonly: true }),
    /** Every code, today's and tomorrow's; a tenant's own administrator role. Cannot be edited or removed. */
    builtinFlag: flag({ readonly: true }),
    userCount: integer({ min: 0, max: 1_000_000, readonly: true }),
  },
})
export const roleScreen = entityScreen('role', role, {
  route: '/system/role',
  module: 'company',
  group: 'people',
  icon: 'role',
  at: 2,
  isSetUp: true,
})
