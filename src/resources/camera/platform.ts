import { cameraPlatform, cameraPlatformScreen } from '#contract/camera/platform.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const cameraPlatforms = resource(cameraPlatform, {
  screen: cameraPlatformScreen,
  list: {
    columns: ['name', 'kind', 'url', 'hasSecret', 'checkedAt', 'problem', 'enabledFlag'],
    more: ['hasSecret', 'enabledFlag'],
    onPhone: ['name', 'kind', 'checkedAt', 'problem'],
    filters: ['name', 'kind', 'enabledFlag'],
    rowActions: ['connect', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['name', 'kind'],
    ['url'],
    ['streamUrl'],
    ['whepUrl'],
    ['accountName', 'enabledFlag'],
    ['description'],
  ],
  dialogs: { connect: () => import('#src/pages/camera/PlatformDialog.tsx') },
  created: 'connect',
})
