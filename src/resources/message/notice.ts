import { notice, noticeScreen } from '#contract/message/notice.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const notices = resource(notice, {
  screen: noticeScreen,
  list: {
    columns: [
      'title',
      'noticeCategoryCode',
      'receiverTypeCode',
      'statusCode',
      'stickyFlag',
      'publishedDate',
      'publishedByUser',
    ],
    more: ['stickyFlag'],
    marks: ['stickyFlag'],
    filters: ['title', 'noticeCategoryCode', 'statusCode', 'publishedDate'],
    rowActions: ['show', 'edit', 'publish', 'withdraw', 'delete'],
    bulkActions: ['publish', 'delete'],
  },
  form: [
    ['title'],
    ['noticeCategoryCode', 'receiverTypeCode', 'stickyFlag'],
    ['noticeBody'],
    ['attachments'],
  ],
  open: { create: 'page', edit: 'page' },
})
