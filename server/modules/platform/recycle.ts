import { sql } from 'kysely'
import { entities } from '#contract/domains.ts'
import { storageName, type Codes, type Entity } from '#contract/entity.ts'
import * as calls from '#contract/platform/recycle-calls.ts'
import { contains } from '#server/db/conditions.ts'
import { asPage, pageOf, showRow } from '#server/db/crud.ts'
import { row, rows } from '#server/db/database.ts'
import { notFound, HttpError } from '#server/db/http-error.ts'
import { isRecycled, keptContent, onlyOf, restore } from '#server/db/recycle.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const needed = (entity: Entity, action: string) =>
  [(entity.permissions as Codes)[action] ?? []].flat()

/** What was deleted and can be had back. */
export function serveRecycle(app: Services): void {
  serve(app, calls.recycled, async (q, { read, codes, actor }) =>
    read(async (tx) => {
      const open = entities.filter(
        (entity) => isRecycled(entity) && needed(entity, 'list').some((code) => codes.has(code)),
      )
      const whole = open.filter(({ variantOf }) => !variantOf).map(({ name }) => name)
      // Of a family, whoever may open one kind sees what was deleted of that kind.
      const kinds = open
        .filter(({ variantOf }) => variantOf && !whole.includes(variantOf.entity))
        .map(
          (entity) =>
            sql`(entity = ${storageName(entity)} and content @> ${JSON.stringify(onlyOf(entity))}::jsonb)`,
        )
      const page = pageOf({ page: String(q.page ?? 1), size: String(q.size ?? 10) })
      const from = sql`from recycled where (${sql.join(
        [sql`entity = any(${whole})`, ...kinds],
        sql`
        or `,
      )}) and deleted_at > now() - ${`${calls.recycleDays} days`}::interval
      -- What was shown to some alone, such as a board, is its maker's in the bin as well.
      and (coalesce(content ->> 'sharing', 'all') = 'all' or (content ->> 'created_by')::bigint = ${actor.accountId})
      ${q.entity ? sql`and entity = ${q.entity}` : sql``} ${q.title ? sql`and title ilike ${contains(q.title)}` : sql``}`
      const content = await rows<calls.RecycledRow>(
        tx,
        sql`select id, entity, record_id, title, deleted_at, deleted_by_name ${from}
          order by id desc limit ${page.size} offset ${page.offset}`,
      )
      return asPage(
        content,
        (await row<{ count: number }>(tx, sql`select count(*) as count ${from}`))!.count,
        page,
      )
    }),
  )
  serve(app, calls.restoreRecord, async ({ entity: name, recordId }, context) => {
    const { write, codes, actor } = context
    const asked = entities.find((one) => one.name === name)
    if (!asked || !isRecycled(asked)) throw notFound()
    const kept = storageName(asked)
    await write(async (inside) => {
      const { tx, audit, announce } = inside
      const found = await keptContent(tx, kept, recordId)
      // What was shown to some alone comes back by its maker's hand only.
      if (
        found &&
        (found.sharing ?? 'all') !== 'all' &&
        Number(found.created_by) !== actor.accountId
      )
        throw notFound()
      // The kinds of record that this one is: itself, and of a family its kind.
      const like = found
        ? entities.filter(
            (one) =>
              storageName(one) === kept &&
              isRecycled(one) &&
              Object.entries(onlyOf(one)).every(([column, value]) => found[column] === value),
          )
        : []
      const missing = [
        ...new Set((like.length > 0 ? like : [asked]).flatMap((one) => needed(one, 'create'))),
      ]
      if (!missing.some((code) => codes.has(code)))
        throw new HttpError(403, 'error.permission.mismatch', { extra: { missing } })
      const entity = like.find((one) => needed(one, 'create').some((code) => codes.has(code)))
      if (!entity) throw notFound()
      const content = await restore(tx, entity, recordId, actor.accountId)
      await app.rules.get(entity.name)?.hooks.restored?.(recordId, content, inside, context)
      const after = (await showRow(tx, entity, recordId))!
      await audit({
        entity: kept,
        recordId,
        title: String(after[entity.title] ?? ''),
        action: 'restore',
        after,
      })
      await announce({ resource: kept, ids: [recordId], kind: 'created' })
    })
  })
  serve(app, calls.purgeRecord, async ({ id }, { write }) =>
    write(async ({ tx, audit }) => {
      const gone = await row<{
        entity: string
        recordId: number
        title: string | null
        content: Record<string, unknown>
      }>(tx, sql`delete from recycled where id = ${id} returning entity, record_id, title, content`)
      if (!gone) throw notFound()
      await audit({
        entity: gone.entity,
        recordId: gone.recordId,
        title: gone.title ?? '',
        action: 'purge',
        before: gone.content,
      })
    }),
  )
}
