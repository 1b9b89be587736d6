import { publicityVideo, publicityVideoScreen } from '#contract/content/publicity-video.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const publicityVideos = resource(publicityVideo, {
  screen: publicityVideoScreen,
  list: {
    columns: ['title', 'cover', 'video', 'sort', 'enabledFlag', 'description'],
    more: ['enabledFlag'],
    filters: ['title', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['title', 'sort'], ['video'], ['cover'], ['enabledFlag'], ['description']],
})
