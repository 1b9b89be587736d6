import { role, roleScreen } from '#contract/system/role.ts'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const roles = resource(role, {
  screen: roleScreen,
  list: {
    columns: [
      'name',
      'code',
      'userCount',
      'dataScope',
      'scopeState',
      'enabledFlag',
      'builtinFlag',
      'description',
    ],
    more: ['enabledFlag', 'builtinFlag'],
    marks: ['builtinFlag'],
    filters: ['name', 'code', 'dataScope', 'scopeState', 'enabledFlag'],
    rowActions: ['show', 'edit', 'assign', 'copy', 'delete'],
    bulkActions: ['delete'],
  },
  beforeDelete: (rows) => usesNote('role', rows),
  form: [['code', 'name'], ['dataScope', 'scopeAreaIds'], ['enabledFlag'], ['description']],
  dialogs: {
    assign: () => import('#src/pages/system/role-permissions/PermissionsDialog.tsx'),
    copy: () => import('#src/pages/system/role-permissions/CopyDialog.tsx'),
  },
})
