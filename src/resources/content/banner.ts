import { banner, bannerScreen } from '#contract/content/banner.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const banners = resource(banner, {
  screen: bannerScreen,
  list: {
    columns: ['title', 'picture', 'link', 'sort', 'enabledFlag'],
    more: ['enabledFlag'],
    filters: ['title', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['title'], ['picture'], ['link', 'sort'], ['enabledFlag']],
})
