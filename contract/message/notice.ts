import { z } from 'zod'
import { call } from '../call.ts'
import { codes, entity } from '../entity.ts'
import { choice, files, flag, id, moment, richtext, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

export const noticeStatus = { draft: 'DRAFT', published: 'PUBLISHED' } as const
/** `CLOUDSCIENTO` is the service's own default category; the console's tabs use the other three. */
const noticeCategories = {
  cloudsciento: 'CLOUDSCIENTO',
  approve: 'APPROVE',
  announce: 'ANNOUNCE',
  notify: 'NOTIFY',
} as const
/** Who receives it; announcements fill the bell's first tab, notifications the second. */
const receiverTypes = { announce: 'ANNOUNCE', notify: 'NOTIFY' } as const

/** An announcement to everyone of a tenant. */
export const notice = entity('notice', {
  module: 'message',
  title: 'title',
  alias: 'noticeId',
  permissions: {
    list: 'wfpf.company.system.noticeManger',
    ...codes(
      'wfpf.company.system.noticeManger.ps',
      'create',
      'edit',
      'delete',
      'publish',
      'withdraw',
    ),
  },
  api: {
    // chosen: clients know page-details, for readers only
    list: 'GET /hmsg/v1/{tenant}/notices',
    show: 'GET /hmsg/v1/{tenant}/notices/{id}',
    create: 'POST /hmsg/v1/{tenant}/notices',
    edit: 'PUT /hmsg/v1/{tenant}/notices',
    delete: 'DELETE /hmsg/v1/{tenant}/notices/{id}',
    publish: 'POST /hmsg/v1/{tenant}/notices/{id}/publish',
    withdraw: 'POST /hmsg/v1/{tenant}/notices/{id}/withdraw',
  },
  stateField: 'statusCode',
  states: { edit: ['draft'], delete: ['draft'], publish: ['draft'], withdraw: ['published'] },
  fields: {
    id: id(),
    title: text({ required: true, max: 100 }),
    noticeCategoryCode: choice(noticeCategories, { required: true }),
    receiverTypeCode: choice(receiverTypes, { required: true }),
    stickyFlag: flag({}),
    noticeBody: richtext({ required: true, max: 50_000 }),
    attachments: files({ max: 10 }),
    /** Under which readers ask for the attachments. */
    attachmentUuid: text({ max: 36, readonly: true, inner: true }),
    statusCode: choice(noticeStatus, { readonly: true }),
    publishedDate: moment({ readonly: true }),
    publishedByUser: text({ max: 40, readonly: true }),
  },
})
export const noticeScreen = entityScreen('notice-manger', notice, {
  route: '/system/notice-manger',
  module: 'company',
  group: 'content',
  icon: 'notice',
  at: 1,
})

const byId = z.object({ id: z.coerce.number().int().positive() })
const stored = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })
export const publishNotice = call({
  endpoint: notice.api.publish,
  summary: 'Publish an announcement to its readers',
  access: { code: notice.permissions.publish },
  input: byId,
  answer: stored,
})
export const withdrawNotice = call({
  endpoint: notice.api.withdraw,
  summary: 'Take an announcement back',
  access: { code: notice.permissions.withdraw },
  input: byId,
  answer: stored,
})
