import { user, userScreen } from '#contract/system/user.ts'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const users = resource(user, {
  screen: userScreen,
  list: {
    columns: [
      'loginName',
      'realName',
      'phone',
      'organizationId',
      'roleIds',
      'dataScope',
      'scopeState',
      'enabledFlag',
      'joinedFlag',
      'lastLoginAt',
    ],
    more: ['enabledFlag', 'joinedFlag'],
    filters: [
      'loginName',
      'realName',
      'phone',
      'organizationId',
      'roleIds',
      'scopeState',
      'enabledFlag',
      'joinedFlag',
    ],
    rowActions: ['show', 'edit', 'resetPassword', 'endSessions', 'delete'],
    bulkActions: ['delete'],
  },
  beforeDelete: (rows) => usesNote('user', rows),
  form: [
    ['loginName', 'realName'],
    ['phone', 'organizationId'],
    ['roleIds'],
    ['dataScope', 'scopeAreaIds'],
    ['enabledFlag'],
  ],
  // Nobody can sign in as a person who was only written down: the way in is handed over next.
  created: 'resetPassword',
  dialogs: { resetPassword: () => import('#src/pages/system/users/ResetPasswordDialog.tsx') },
})
