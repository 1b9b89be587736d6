import { codes, entity, rest } from '../entity.ts'
import { flag, id, image, integer, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** Carousel images. */
export const banner = entity('banner', {
  module: 'content',
  title: 'title',
  permissions: {
    list: 'wfpf.company.system.bannerManger',
    ...codes('wfpf.company.system.bannerManger.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/banner'),
  fields: {
    id: id(),
    title: text({ required: true, max: 60 }),
    picture: image({ required: true }),
    /** Where a click leads: a path of this site or an https address. */
    link: text({ max: 90, pattern: /^(\/(?![/\\])|https:\/\/)\S*$/ }),
    sort: integer({ min: 0, max: 9_999 }),
    enabledFlag: flag({}),
  },
})
export const bannerScreen = entityScreen('bannerManger', banner, {
  route: '/system/bannerManger',
  module: 'company',
  group: 'content',
  icon: 'banner',
  at: 4,
  isSetUp: true,
})
