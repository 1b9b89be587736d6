import { sql } from 'kysely'
import { farmLog } from '#contract/journal/farm-log.ts'
import { taskFromEntry } from '#contract/work/entry-calls.ts'
import { task } from '#contract/work/task.ts'
import { lockRow, showRow } from '#server/db/crud.ts'
import { notFound } from '#server/db/http-error.ts'
import { demand } from '#server/http/crud.ts'
import { makeOwn } from '#server/http/make-own.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'

/** What somebody wrote into the journal becomes work, with what they saw; each knows of the other. */
export function serveFromEntry(app: Services): void {
  serve(app, taskFromEntry, ({ id, ...given }, context) =>
    context.write(async (write) => {
      const { tx, audit, announce } = write
      if (!context.codes.has(farmLog.permissions.list)) throw notFound()
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
    }),
  )
}
