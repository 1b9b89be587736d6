import { article, articleScreen } from '#contract/content/article.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const articles = resource(article, {
  screen: articleScreen,
  list: {
    columns: ['title', 'categoryId', 'author', 'hotFlag', 'enabledFlag', 'summary'],
    more: ['hotFlag', 'enabledFlag'],
    marks: ['hotFlag'],
    filters: ['title', 'categoryId', 'hotFlag', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['title'],
    ['categoryId', 'author'],
    ['cover'],
    ['hotFlag', 'enabledFlag'],
    ['summary'],
    ['content'],
  ],
  open: { create: 'page', edit: 'page', show: 'page' },
})
