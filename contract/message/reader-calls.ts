import { z } from 'zod'
import { call, nothing, pageOf, pageQuery } from '../call.ts'

const noticeForReader = z.object({
  id: z.int(),
  noticeId: z.int(),
  title: z.string(),
  publishedDate: z.string(),
  publishedByUser: z.string(),
  noticeCategoryCode: z.string(),
  receiverTypeCode: z.string(),
  stickyFlag: z.literal([0, 1]),
  /** 0 is unread. */
  readFlag: z.literal([0, 1]),
  attachmentUuid: z.string().nullable(),
  noticeContent: z.object({ noticeBody: z.string() }),
})
export type NoticeForReader = z.infer<typeof noticeForReader>
const readFlag = z.enum(['', '0', '1']).optional()

/** Published announcements, newest first. `endDate`: published up to then. */
export const noticePages = call({
  endpoint: 'GET /hmsg/v1/{tenant}/notices/page-details',
  summary: 'Announcements as their reader sees them',
  access: 'signed-in',
  staleAfter: { messages: true },
  forMembers: true,
  input: z.object({
    ...pageQuery,
    statusCode: z.string().max(20).optional(),
    noticeCategoryCode: z.string().max(30).optional(),
    receiverTypeCode: z.string().max(20).optional(),
    readFlag,
    endDate: z.string().max(40).optional(),
    title: z.string().max(100).optional(),
  }),
  answer: pageOf(noticeForReader),
})
export const readNotice = call({
  endpoint: 'GET /hmsg/v1/{tenant}/notices/{id}/read-flag',
  summary: 'Read one announcement; marks it read',
  access: 'signed-in',
  forMembers: true,
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: noticeForReader,
})
const message = z.object({
  id: z.int(),
  userMessageId: z.int(),
  subject: z.string(),
  content: z.string().optional(),
  readFlag: z.literal([0, 1]),
  userMessageTypeCode: z.string(),
  publishedByUser: z.string(),
  publishedDate: z.string(),
  creationDate: z.string(),
  attachmentUuid: z.string().nullable(),
})
export type UserMessage = z.infer<typeof message>
export const messageCount = call({
  endpoint: 'GET /hmsg/v1/{tenant}/messages/user/count',
  summary: 'Unread counts; the bell shows their sum',
  access: 'signed-in',
  staleAfter: { messages: true },
  input: z.object({}),
  answer: z.object({ unreadMessageCount: z.int(), unreadNoticeCount: z.int() }),
})
export const messages = call({
  endpoint: 'GET /hmsg/v1/{tenant}/messages/user',
  summary: 'Notifications to the user',
  access: 'signed-in',
  staleAfter: { messages: true },
  input: z.object({
    ...pageQuery,
    readFlag,
    withContent: z.string().max(5).optional(),
    userMessageTypeCode: z.string().max(20).optional(),
    noticeCategoryCode: z.string().max(30).optional(),
    subject: z.string().max(100).optional(),
    endDate: z.string().max(40).optional(),
  }),
  answer: pageOf(message),
})
export const readMessage = call({
  endpoint: 'GET /hmsg/v1/{tenant}/messages/user/{id}',
  summary: 'Read one notification; marks it read',
  access: 'signed-in',
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: message,
})
export const readFlags = call({
  endpoint: 'POST /hmsg/v1/{tenant}/messages/user/read-flag',
  unaudited: true,
  summary: 'Mark read: 1 everything, 2 announcements, 3 notifications, or the ids given',
  access: 'signed-in',
  input: z.object({
    readAll: z.coerce.number().int().min(1).max(3).optional(),
    userMessageIdList: z.union([z.string().max(2000), z.array(z.int())]).optional(),
  }),
  answer: nothing,
})
