import { codes, entity, rest } from '../entity.ts'
import { choice, flag, id, image, moment, onlyWhen, phone, ref, refs, text } from '../field.ts'
import { loginNamePattern } from '../account/invitation.ts'
import { entityScreen } from '../screen.ts'
import { referenceStates } from '../reference-states.ts'
import { dataScopes, mostScopeAreas } from './role.ts'

/**
 * A person as one tenant knows them: membership, roles and place in the organisation.
 * The account behind it (name to sign in with, phone, password) is the person's own and may belong to several tenants.
 */
export const user = entity('user', {
  module: 'system',
  stored: { table: 'member', view: 'member_view' },
  title: 'realName',
  knownBy: ['loginName'],
  deletion: 'gone',
  permissions: {
    list: 'wfpf.company.system.userManage',
    ...codes(
      'wfpf.company.system.userManage.ps',
      'create',
      'edit',
      'delete',
      'resetPassword',
      'endSessions',
    ),
  },
  api: {
    ...rest('iam/v1/{tenant}/users'),
    resetPassword: 'POST /iam/v1/{tenant}/users/{id}/reset-password',
    endSessions: 'POST /iam/v1/{tenant}/users/{id}/end-sessions',
  },
  fields: {
    id: id(),
    loginName: text({ required: true, max: 32, createOnly: true, pattern: loginNamePattern }),
    realName: text({ required: true, max: 40 }),
    phone: phone({}),
    imageUrl: image({ readonly: true }),
    organizationId: ref('organization', {}),
    roleIds: refs('role', { required: true, max: 20 }),
    /** Which of the tenant's rows they see, where that is not what their roles say. */
    dataScope: choice({ roles: 'roles', ...dataScopes }, {}),
    scopeAreaIds: onlyWhen(
      'dataScope',
      [dataScopes.areas],
      refs('area', { max: mostScopeAreas }),
      'needed',
    ),
    scopeState: choice(referenceStates, { readonly: true }),
    enabledFlag: flag({}),
    /** Whether the person has taken up the invitation. */
    joinedFlag: flag({ readonly: true }),
    lastLoginAt: moment({ readonly: true }),
  },
})
export const userScreen = entityScreen('user-manage', user, {
  route: '/system/user-manage',
  module: 'company',
  group: 'people',
  icon: 'user',
  at: 1,
})
