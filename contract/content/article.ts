import { codes, entity, rest } from '../entity.ts'
import { flag, id, image, integer, ref, richtext, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** What articles are sorted by. */
export const articleCategory = entity('articleCategory', {
  module: 'content',
  title: 'categoryName',
  permissions: {
    list: 'wfpf.company.system.classify',
    ...codes('wfpf.company.system.classify.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls of its own
  api: rest('wfpf/v1/{tenant}/article-category'),
  fields: {
    id: id(),
    categoryName: text({ required: true, max: 40, unique: true }),
    sort: integer({ min: 0, max: 9_999 }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
export const classifyScreen = entityScreen('classify', articleCategory, {
  route: '/system/classify',
  module: 'company',
  group: 'content',
  icon: 'folder',
  at: 3,
  isSetUp: true,
})

/** Knowledge and news for the farm's people and, later, its public pages. */
export const article = entity('article', {
  module: 'content',
  title: 'title',
  permissions: {
    list: 'wfpf.company.system.article',
    ...codes('wfpf.company.system.article.ps', 'create', 'edit', 'delete'),
  },
  api: rest('wfpf/v1/{tenant}/article'),
  fields: {
    id: id(),
    title: text({ required: true, max: 90 }),
    categoryId: ref('articleCategory', { required: true }),
    author: text({ max: 40 }),
    cover: image({}),
    summary: text({ max: 200 }),
    content: richtext({ required: true, max: 50_000 }),
    hotFlag: flag({}),
    enabledFlag: flag({}),
  },
})
export const articleScreen = entityScreen('article', article, {
  route: '/system/article',
  module: 'company',
  group: 'content',
  icon: 'article',
  at: 2,
})
