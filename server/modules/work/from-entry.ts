import { sql } from 'kysely'
import { farmLog } from '#contract/journal/farm-log.ts'
import type { z } from 'zod'
import { entryWithTask, taskFromEntry } from '#contract/work/entry-calls.ts'
import { task } from '#contract/work/task.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { notFound } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { demand } from '#server/http/crud.ts'
import { makeOwn } from '#server/http/make-own.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'

type Wanted = Omit<z.output<typeof taskFromEntry.input>, 'id'>

/**
 * Makes a task of an entry that stands; each knows of the other. Errors: 404; 409 where it has one.
 */
async function makeOf(
  app: Services,
  id: number,
  given: Wanted,
  write: Write,
  context: OnBehalf,
): Promise<Row> {
  const { tx, audit, announce } = write
  await lockRow(tx, farmLog, id)
  const before = await demand(tx, farmLog, id, 'makeTask')
  const now = await today(tx, context.tenant)
  const made = await makeOwn(
    app,
    task,
    {
      ...given,
      startsOn: given.endsOn < now ? given.endsOn : now,
      areaId: before.areaId,
      landIds: before.landId === null ? [] : [before.landId],
      batchId: before.batchId,
      pictures: before.content,
    },
    write,
    context,
  )
  await sql`update farm_log set task_id = ${made}, object_version_number = object_version_number + 1,
    last_update_date = now(), last_updated_by = ${context.actor.accountId} where id = ${id}`.execute(
    tx,
  )
  await audit({
    entity: farmLog.name,
    recordId: id,
    title: String(before.logTitle),
    action: 'makeTask',
    before,
    after: await showRow(tx, farmLog, id),
  })
  await announce({ resource: farmLog.name, ids: [id], kind: 'updated' })
  return (await showRow(tx, task, made))!
}

/** What somebody writes into the journal becomes work, with what they saw. */
export function serveFromEntry(app: Services): void {
  serve(app, taskFromEntry, ({ id, ...given }, context) =>
    context.write((write) => {
      if (!context.codes.has(farmLog.permissions.list)) throw notFound()
      return makeOf(app, id, given, write, context)
    }),
  )
  serve(app, entryWithTask, ({ entry, task: given }, context) =>
    context.write(async (write) =>
      makeOf(app, await makeOwn(app, farmLog, entry, write, context), given, write, context),
    ),
  )
}
