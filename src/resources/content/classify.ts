import { articleCategory, classifyScreen } from '#contract/content/article.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const articleCategories = resource(articleCategory, {
  screen: classifyScreen,
  list: {
    columns: ['categoryName', 'sort', 'enabledFlag', 'description'],
    more: ['enabledFlag'],
    filters: ['categoryName', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['categoryName'], ['sort', 'enabledFlag'], ['description']],
})
