import { user, userScreen } from '#contract/system/user.ts'
import { resource } from '#src/kit/resource.ts'

export const users = resource(user, {
  screen: userScreen,
  list: {
    columns: ['loginName', 'realName', 'phone', 'organizationId', 'roleIds', 'enabledFlag', 'lastLoginAt'],
    filters: ['loginName', 'realName', 'phone', 'organizationId', 'roleIds', 'enabledFlag'],
    rowActions: ['show', 'edit', 'resetPassword', 'endSessions', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['loginName', 'realName'], ['phone', 'organizationId'], ['roleIds'], ['enabledFlag']],
  dialogs: { resetPassword: () => import('#src/pages/users/ResetPasswordDialog.tsx') },
})
