import { sql } from 'kysely'
import { farmLog, farmLogScreen, othersCodes } from '#contract/journal/farm-log.ts'
import { task } from '#contract/work/task.ts'
import type { BatchEvent } from '#contract/planting/batch-calls.ts'
import type { Row } from '#server/db/crud.ts'
import { rows } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { OnBehalf } from '#server/http/context.ts'
import { crud } from '#server/http/crud.ts'
import { heirsOf } from '#server/services/batch-heirs.ts'
import type { BatchFeed } from '#server/services/batch.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'

/** Errors: 403 where somebody else wrote it, and the caller may change but their own. */
function requireOwn(
  action: keyof typeof othersCodes,
  { createdBy }: Row,
  { actor, codes }: OnBehalf,
): void {
  const code = othersCodes[action]
  if (createdBy !== actor.accountId && !codes.has(code))
    throw new HttpError(403, 'journal.others', { extra: { missing: [code] } })
}

/** Entries about the batch, and those about its plots while it stands there. */
const feed: BatchFeed = {
  kind: 'journal',
  isFor: (codes) => codes.has(farmLog.permissions.list),
  load: async (tx, { batch, codes, before, most }) => {
    const found = await rows<Omit<BatchEvent, 'kind'>>(
      tx,
      sql`select l.id, l.happened_at as at, l.log_title as title, json_build_object('level', l.log_level,
          'note', l.description, 'pictures', l.content, 'by', l.author) as detail
        from farm_log_view l
        where (l.batch_id = ${batch.id} or l.batch_id is null
            and (l.land_id = any(${[...batch.landIds]}::bigint[]) or l.land_ids && ${[...batch.landIds]}::bigint[])
            and l.happened_at >= ${batch.from}::date
            and l.happened_at < coalesce(${batch.to}::date, 'infinity') + 1)
          -- Who reads tasks is told of the work by them.
          and (l.origin = 'hand' or ${!codes.has(task.permissions.list)} and l.undone_flag = 0)
          and ${before === undefined ? sql`true` : sql`l.happened_at < ${before}::timestamptz`}
        order by l.happened_at desc, l.id desc limit ${most}`,
    )
    return found.map((one) => ({
      kind: 'journal',
      ...one,
      path: `${farmLogScreen.route}?open=show&id=${one.id}`,
    }))
  },
}

function serveJournal(app: Services): void {
  app.batchFeeds.push(feed)
  // What was written of a batch stays with it.
  app.batchHeirs.push(heirsOf(farmLog, { isOpen: sql`false` }))
  crud(app, farmLog, {
    prepare: async (values, before, _write, context) => {
      if (before) requireOwn('edit', before, context)
      const content = (values.content ?? before?.content ?? []) as string[]
      return {
        ...values,
        logType: values.logType ?? before?.logType ?? (content.length > 0 ? 'image' : 'text'),
      }
    },
    beforeRemove: async (found, _write, context) => requireOwn('delete', found, context),
    // Buttons ask the record whether it is open to who looks at it.
    told: (found, codes) => ({
      ...found,
      openFlag: found.mineFlag === 1 || codes.has(othersCodes.edit) ? 1 : 0,
    }),
  })
}

export const journal: ServerDomain = { name: 'journal', serve: serveJournal }
