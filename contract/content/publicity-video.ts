import { codes, entity, rest } from '../entity.ts'
import { flag, id, image, integer, text, video } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** A film that shows the farm to its customers. */
export const publicityVideo = entity('publicityVideo', {
  module: 'content',
  title: 'title',
  permissions: {
    list: 'wfpf.company.system.publicityVideo',
    ...codes('wfpf.company.system.publicityVideo.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/publicity-video'),
  fields: {
    id: id(),
    title: text({ required: true, max: 60 }),
    video: video({ required: true }),
    cover: image({}),
    sort: integer({ min: 0, max: 9999 }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
export const publicityVideoScreen = entityScreen('publicity-video', publicityVideo, {
  route: '/system/publicity-video',
  module: 'company',
  group: 'content',
  icon: 'video',
  at: 6,
  isSetUp: true,
})
