import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { entities } from '#contract/domains.ts'
import { seen } from '#contract/seen.ts'
import { storageName } from '#contract/entity.ts'
import { codesOf } from '#contract/call.ts'
import * as calls from '#contract/platform/platform-calls.ts'
import { contains } from '#server/db/conditions.ts'
import { asPage, pageOf, showRow } from '#server/db/crud.ts'
import { row, rows, type Sql } from '#server/db/database.ts'
import { notFound, HttpError } from '#server/db/http-error.ts'
import { announce } from '#server/live/events.ts'
import { csvCell, csvStart } from '#server/modules/file/engine/csv.ts'
import { keepResult } from '#server/modules/file/engine/keep.ts'
import { serve } from '#server/http/serve.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { watchReferences } from './engine/reference-notices.ts'
import { serveExport } from './export.ts'
import { serveOperations } from './operations.ts'
import { serveRecycle } from './recycle.ts'
import { serveSearch } from './search.ts'
import { serveTenants } from './tenants.ts'
import { uses } from './uses.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import type { BucketStore } from '#server/modules/file/engine/store.ts'
import { sweepBucket, sweepFolder, sweepUploads } from '#server/modules/file/engine/sweep.ts'
import { watchRetention } from '#server/jobs/retention.ts'
import { stopAll, type ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'

interface AuditFilter {
  entity?: string | undefined
  recordId?: string | undefined
  action?: string | undefined
  realName?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
const auditFields = sql`id, at, account_id as user_id, real_name, impersonator, address, entity,
  record_id, title, action, before, after, request_id`
const isMoment = (text: string | undefined): text is string =>
  !!text && !Number.isNaN(Date.parse(text))
function auditWhere(f: AuditFilter): Sql {
  const parts = [
    f.entity && sql`entity = ${f.entity}`,
    f.recordId && sql`record_id = ${f.recordId}`,
    f.action && sql`action = ${f.action}`,
    f.realName && sql`real_name ilike ${contains(f.realName)}`,
    isMoment(f.from) && sql`at >= ${new Date(f.from).toISOString()}::timestamptz`,
    isMoment(f.to) && sql`at <= ${new Date(f.to).toISOString()}::timestamptz`,
  ].filter((p) => !!p) as Sql[]
  return parts.length ? sql`where ${sql.join(parts, sql` and `)}` : sql``
}
const paging = (q: { page?: number | undefined; size?: number | undefined }) =>
  pageOf({ page: String(q.page ?? 1), size: String(q.size ?? 10) })

function servePlatform(app: Services): void {
  const { db, jobs, store, filesDir } = app
  serveTenants(app)
  serveOperations(app)
  serveExport(app)
  serveRecycle(app)
  serveSearch(app)
  uses(app)
  serve(app, calls.smsOutbox, async (q) =>
    db.platform(async (tx) => {
      const page = paging(q)
      const content = await rows<{ id: number; phone: string; text: string; createdAt: string }>(
        tx,
        sql`select id, phone, text, created_at from sms_outbox order by id desc
          limit ${page.size} offset ${page.offset}`,
      )
      const total = await row<{ count: number }>(tx, sql`select count(*) as count from sms_outbox`)
      return asPage(content, total!.count, page)
    }),
  )

  /** A line of the log, without what its reader is not told of the record. */
  const toldLine = (line: calls.AuditRow, codes: ReadonlySet<string>): calls.AuditRow => {
    const entity = entities.find(({ name }) => name === line.entity)
    return entity
      ? {
          ...line,
          before: seen(entity, line.before, codes),
          after: seen(entity, line.after, codes),
        }
      : line
  }
  const auditPage =
    (
      q: AuditFilter & { page?: number | undefined; size?: number | undefined },
      codes: ReadonlySet<string>,
    ) =>
    async (tx: Parameters<Parameters<typeof db.read>[1]>[0]) => {
      const page = paging(q)
      const where = auditWhere(q)
      const content = await rows<calls.AuditRow>(
        tx,
        sql`select ${auditFields} from audit ${where} order by id desc limit ${page.size} offset ${page.offset}`,
      )
      const total = await row<{ count: number }>(
        tx,
        sql`select count(*) as count from (select 1 from audit ${where} limit 10001) c`,
      )
      return asPage(
        content.map((line) => toldLine(line, codes)),
        total!.count,
        page,
      )
    }
  serve(app, calls.auditLog, async (q, { read, codes }) => read(auditPage(q, codes)))
  serve(app, calls.recordHistory, async (q, { read, codes, actor, tenant }) => {
    const found = entities.find((e) => e.name === q.entity)
    const needed = found ? [found.permissions.list ?? []].flat() : ['wfpf.company.system.auditLog']
    if (!needed.some((code) => codes.has(code)))
      throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: needed } })
    const isSeen = () =>
      read(async (tx) => (found ? showRow(tx, found, Number(q.recordId) || 0) : null))
    // Whoever sees some bases alone reads the histories of what they see, and of it everything.
    if ((found?.variantOf || actor.scope) && !(await isSeen())) throw notFound()
    return db.read(tenant, (tx) =>
      auditPage(
        {
          entity: found ? storageName(found) : q.entity,
          recordId: q.recordId,
          page: q.page,
          size: q.size,
        },
        codes,
      )(tx),
    )
  })
  serve(app, calls.exportAudit, async (filter, { write, actor, language }) =>
    write(async ({ tx, audit }) => {
      const jobId = await enqueue(tx, actor.accountId, 'audit-export', { ...filter, language })
      await audit({ entity: 'audit', action: 'export', after: filter })
      return { jobId }
    }),
  )

  jobs.on(
    'audit-export',
    () => codesOf(calls.exportAudit),
    async ({ tenant, accountId, input, codes, scope, progress }) => {
      const where = auditWhere(input as AuditFilter)
      const columns = [
        'at',
        'realName',
        'impersonator',
        'address',
        'entity',
        'recordId',
        'title',
        'action',
        'before',
        'after',
        'requestId',
      ] as const
      const total = (await db.read(
        tenant,
        (tx) => row<{ count: number }>(tx, sql`select count(*) as count from audit ${where}`),
        scope,
      ))!.count
      const lines = [`${csvStart}${columns.join(',')}`]
      let last = Number.MAX_SAFE_INTEGER
      for (;;) {
        const part = await db.read(
          tenant,
          (tx) =>
            rows<calls.AuditRow>(
              tx,
              sql`select ${auditFields} from (select * from audit ${where}) a where id < ${last}
                order by id desc limit 2000`,
            ),
          scope,
        )
        if (part.length === 0) break
        for (const line of part.map((one) => toldLine(one, codes)))
          lines.push(columns.map((name) => csvCell(line[name])).join(','))
        last = part.at(-1)!.id
        await progress(Math.min(99, (100 * (lines.length - 1)) / Math.max(total, 1)))
      }
      const text = lines.join('\r\n')
      const key = `${randomUUID()}.csv`
      const path = join(filesDir, 'incoming', key)
      await writeFile(path, text)
      const name = `audit-${new Date().toISOString().slice(0, 10)}.csv`
      await keepResult(db, store, {
        tenant,
        accountId,
        path,
        key,
        name,
        type: 'text/csv; charset=utf-8',
      })
      return { key, name, message: String(lines.length - 1) }
    },
  )

  const jobFields = (
    tenant: number,
  ) => sql`id, kind, state, progress, message, result_name, created_at, finished_at,
    case when result_key is null then null else ${`/hfle/v1/${tenant}/files/content/`} || result_key end as result_url`
  serve(app, calls.jobs, async (q, { read, actor, tenant }) =>
    read(async (tx) => {
      const page = paging(q)
      const content = await rows<calls.JobRow>(
        tx,
        sql`select ${jobFields(tenant)} from job where account_id = ${actor.accountId}
          order by id desc limit ${page.size} offset ${page.offset}`,
      )
      const total = await row<{ count: number }>(
        tx,
        sql`select count(*) as count from job where account_id = ${actor.accountId}`,
      )
      return asPage(content, total!.count, page)
    }),
  )
  serve(app, calls.job, async ({ id }, { read, actor, tenant }) => {
    const found = await read((tx) =>
      row<calls.JobRow>(
        tx,
        sql`select ${jobFields(tenant)} from job where id = ${id} and account_id = ${actor.accountId}`,
      ),
    )
    if (!found) throw notFound()
    return found
  })
  serve(app, calls.cancelJob, async ({ id }, { write, actor, tenant }) =>
    write(async ({ tx }) => {
      const found = await row<{ state: calls.JobState }>(
        tx,
        sql`select state from job where id = ${id} and account_id = ${actor.accountId} for update`,
      )
      if (!found) throw notFound()
      if (!calls.jobRules.cancel.includes(found.state)) throw new HttpError(409, 'job.gone')
      await sql`update job set state = 'cancelled', finished_at = now() where id = ${id}`.execute(
        tx,
      )
      await announce(tx, {
        tenant,
        account: actor.accountId,
        resource: 'job',
        ids: [id],
        kind: 'updated',
      })
    }),
  )
}

export const platform: ServerDomain = {
  name: 'platform',
  serve: servePlatform,
  start: ({ db, fieldDb, store, filesDir, options, http: { log } }) =>
    stopAll([
      watchReferences(db, equipmentText, (error) =>
        log.error({ err: error }, 'nobody could be told of what names what is gone'),
      ),
      watchRetention(
        fieldDb,
        [
          () => sweepUploads(db, store),
          () => sweepFolder(db, filesDir, !options.s3),
          async () => ('bucket' in store ? sweepBucket(db, store as BucketStore) : 0),
        ],
        (error) => log.error({ err: error }, 'what is kept no longer could not be taken away'),
      ),
    ]),
}
