import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { StoredFile } from '#contract/field.ts'
import { notice, noticeStatus, publishNotice, withdrawNotice } from '#contract/message/notice.ts'
import * as calls from '#contract/message/reader-calls.ts'
import { contains } from '#server/db/conditions.ts'
import { asPage, pageOf, showRow } from '#server/db/crud.ts'
import { changed, row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound } from '#server/db/http-error.ts'
import type { Actor } from '#server/http/actor.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { fingerprintOfSession } from '#server/modules/account/engine/device.ts'
import { everySoOften } from '#server/db/each-tenant.ts'
import { deliverEverywhere } from './engine/deliver.ts'
import { serveSettings } from './settings.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'

const forReader = (
  account: number,
): Sql => sql`select n.id, n.id as notice_id, n.title, n.published_date, n.published_by_user,
  n.notice_category_code, n.receiver_type_code,
  n.sticky_flag, n.attachment_uuid, json_build_object('noticeBody',
  n.notice_body) as notice_content, (r.account_id is not null)::int as read_flag
  from notice n left join notice_read r on r.notice_id = n.id and r.account_id = ${account}
  where n.status_code = 'PUBLISHED'`
const messageFields = sql`id, id as user_message_id, subject, read_flag, user_message_type_code,
  published_by_user, creation_date as published_date, creation_date, attachment_uuid`
/** Of one's messages those that are to be read here: of a new device, not by that device. */
const ofReader = ({ accountId, sessionId }: Actor): Sql => sql`account_id = ${accountId}
  and (told_of_device is null or told_of_device is distinct from ${fingerprintOfSession(sessionId)})`
const and = (parts: (Sql | false | undefined | '')[]) =>
  sql.join(
    parts.filter((p) => !!p).map((p) => sql` and ${p}`),
    sql``,
  )
/** A moment that a query names; nonsense is as if it were not there. */
const momentOf = (text: string | undefined) =>
  text && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined

/** Puts an announcement's files under one id, by which its readers ask for them. */
async function attached(
  tx: Tx,
  files: StoredFile[] | null | undefined,
  before: string | null | undefined,
): Promise<{ attachmentUuid?: string | null }> {
  if (files === undefined) return {}
  const keys = (files ?? []).map(({ fileUrl }) => fileUrl.split('/').at(-1)!)
  const uuid = keys.length > 0 ? (before ?? randomUUID()) : null
  if (before)
    await sql`update file set attachment_uuid = null where attachment_uuid = ${before}`.execute(tx)
  if (
    keys.length > 0 &&
    (await changed(tx, sql`update file set attachment_uuid = ${uuid} where key = any(${keys})`)) !==
      keys.length
  )
    throw invalidFields({ attachments: { code: 'field.missing_reference' } })
  return { attachmentUuid: uuid }
}

function serveMessages(app: Services): void {
  crud(app, notice, {
    prepare: async (values, before, { tx }) => ({
      ...values,
      ...(await attached(
        tx,
        values.attachments as StoredFile[] | null | undefined,
        before?.attachmentUuid as string | null | undefined,
      )),
    }),
  })
  serve(app, publishNotice, async ({ id }, { write, actor }) =>
    write(async ({ tx, audit, announce }) => {
      const before = await demand(tx, notice, id, 'publish')
      await sql`update notice set status_code = ${noticeStatus.published}, published_date = now(),
        published_by = ${actor.accountId}, published_by_user = ${actor.realName},
      object_version_number = object_version_number + 1, last_update_date = now(),
      last_updated_by = ${actor.accountId} where id = ${id} and status_code = 'DRAFT'`.execute(tx)
      await audit({
        entity: 'notice',
        recordId: id,
        title: String(before.title),
        action: 'publish',
      })
      await announce({ resource: 'notice', ids: [id], kind: 'updated' })
      await announce({ resource: 'messages', ids: [id], kind: 'created' })
      return (await showRow(tx, notice, id))!
    }),
  )
  serve(app, withdrawNotice, async ({ id }, { write, actor }) =>
    write(async ({ tx, audit, announce }) => {
      const before = await demand(tx, notice, id, 'withdraw')
      await sql`update notice set status_code = ${noticeStatus.draft},
        object_version_number = object_version_number + 1, last_update_date = now(),
        last_updated_by = ${actor.accountId}
      where id = ${id}`.execute(tx)
      // Published again, it is news again.
      await sql`delete from notice_read where notice_id = ${id}`.execute(tx)
      await audit({
        entity: 'notice',
        recordId: id,
        title: String(before.title),
        action: 'withdraw',
      })
      await announce({ resource: 'notice', ids: [id], kind: 'updated' })
      await announce({ resource: 'messages', ids: [id], kind: 'deleted' })
      return (await showRow(tx, notice, id))!
    }),
  )

  serve(app, calls.noticePages, async (q, { read, actor }) =>
    read(async (tx) => {
      const page = pageOf({ page: String(q.page ?? 1), size: String(q.size ?? 10) })
      const endDate = momentOf(q.endDate)
      const from = sql`from (${forReader(actor.accountId)}) n where true ${and([
        // CLOUDSCIENTO is the default of callers that mean "any".
        q.noticeCategoryCode &&
          q.noticeCategoryCode !== 'CLOUDSCIENTO' &&
          sql`n.notice_category_code = ${q.noticeCategoryCode}`,
        q.receiverTypeCode && sql`n.receiver_type_code = ${q.receiverTypeCode}`,
        q.readFlag && sql`n.read_flag = ${Number(q.readFlag)}`,
        q.title && sql`n.title ilike ${contains(q.title)}`,
        endDate && sql`n.published_date <= ${endDate}::timestamptz`,
      ])}`
      const content = await rows<calls.NoticeForReader>(
        tx,
        sql`select * ${from} order by n.sticky_flag desc, n.published_date desc, n.id desc
          limit ${page.size} offset ${page.offset}`,
      )
      const total = await row<{ count: number }>(tx, sql`select count(*) as count ${from}`)
      return asPage(content, total!.count, page)
    }),
  )
  serve(app, calls.readNotice, async ({ id }, { write, actor }) =>
    write(async ({ tx, announce }) => {
      const found = await row<calls.NoticeForReader>(
        tx,
        sql`select * from (${forReader(actor.accountId)}) n where n.id = ${id}`,
      )
      if (!found) throw notFound()
      const isNew = await row(
        tx,
        sql`insert into notice_read (notice_id, account_id) values (${id}, ${actor.accountId})
          on conflict do nothing returning notice_id`,
      )
      if (isNew)
        await announce({
          resource: 'messages',
          ids: [id],
          kind: 'updated',
          account: actor.accountId,
        })
      return { ...found, readFlag: 1 as const }
    }),
  )
  serve(app, calls.messageCount, async (_input, { read, actor }) =>
    read(
      async (tx) =>
        (await row<{ unreadMessageCount: number; unreadNoticeCount: number }>(
          tx,
          sql`select
    (select count(*) from user_message where ${ofReader(actor)} and read_flag = 0) as unread_message_count,
    (select count(*) from (${forReader(actor.accountId)}) n where n.read_flag = 0) as unread_notice_count`,
        ))!,
    ),
  )
  serve(app, calls.messages, async (q, { read, actor }) =>
    read(async (tx) => {
      const page = pageOf({ page: String(q.page ?? 1), size: String(q.size ?? 10) })
      const endDate = momentOf(q.endDate)
      const from = sql`from user_message where ${ofReader(actor)} ${and([
        q.readFlag && sql`read_flag = ${Number(q.readFlag)}`,
        q.userMessageTypeCode && sql`user_message_type_code = ${q.userMessageTypeCode}`,
        q.noticeCategoryCode &&
          q.noticeCategoryCode !== 'CLOUDSCIENTO' &&
          sql`notice_category_code = ${q.noticeCategoryCode}`,
        q.subject && sql`subject ilike ${contains(q.subject)}`,
        endDate && sql`creation_date <= ${endDate}::timestamptz`,
      ])}`
      const withContent = ['1', 'true'].includes(q.withContent ?? '') ? sql`, content` : sql``
      const content = await rows<calls.UserMessage>(
        tx,
        sql`select ${messageFields}${withContent} ${from} order by creation_date desc, id desc
          limit ${page.size} offset ${page.offset}`,
      )
      const total = await row<{ count: number }>(tx, sql`select count(*) as count ${from}`)
      return asPage(content, total!.count, page)
    }),
  )
  serve(app, calls.readMessage, async ({ id }, { write, actor }) =>
    write(async ({ tx, announce }) => {
      const found = await row<calls.UserMessage>(
        tx,
        sql`update user_message set read_flag = 1 where id = ${id}
          and ${ofReader(actor)} returning ${messageFields}, content`,
      )
      if (!found) throw notFound()
      await announce({ resource: 'messages', ids: [id], kind: 'updated', account: actor.accountId })
      return found
    }),
  )
  serve(app, calls.readFlags, async ({ readAll, userMessageIdList }, { write, actor }) =>
    write(async ({ tx, announce }) => {
      const ids = (
        typeof userMessageIdList === 'string'
          ? userMessageIdList.split(',').map(Number)
          : (userMessageIdList ?? [])
      ).filter(Number.isSafeInteger)
      const mine = sql`update user_message set read_flag = 1 where ${ofReader(actor)} and read_flag = 0`
      if (readAll === 1 || readAll === 3) await mine.execute(tx)
      else if (ids.length) await sql`${mine} and id = any(${ids}::bigint[])`.execute(tx)
      if (readAll === 1 || readAll === 2) {
        await sql`insert into notice_read (notice_id, account_id) select id, ${actor.accountId}
          from notice where status_code = 'PUBLISHED' on conflict do nothing`.execute(tx)
      }
      await announce({ resource: 'messages', ids: [], kind: 'updated', account: actor.accountId })
    }),
  )
}

const everyMs = 5000
export const message: ServerDomain = {
  name: 'message',
  serve(app) {
    serveMessages(app)
    serveSettings(app)
  },
  start: (app) =>
    everySoOften(
      everyMs,
      () => deliverEverywhere(app.db, app.ways),
      (error) => app.http.log.error({ err: error }, 'messages could not be sent'),
    ),
}
