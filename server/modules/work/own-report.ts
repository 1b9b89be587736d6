import { sql } from 'kysely'
import { taskMoves } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { showRow } from '#server/db/crud.ts'
import { row, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { actOf } from './act-time.ts'
import { requireWork } from './report.ts'
import { loadForUpdate, peopleOf, workerOf, type TaskRow } from './task-row.ts'

interface Kept {
  workerId: number
  hours?: number
  pieces?: number
  note?: string
  photos: string[]
  at: string
}
const keptOf = async (tx: Tx, id: number) =>
  (await row<{ ownReports: Kept[] }>(tx, sql`select own_reports from task where id = ${id}`))!
    .ownReports

/**
 * Each of a task's people says what they did themselves, and nobody of another. The task's version
 * stays: the leader who reports the whole, perhaps without a network, is not held up by it.
 */
export function serveOwnReport(app: Services): void {
  serve(app, taskMoves.reportOwn, (given, context) =>
    context.write(async ({ tx, audit, announce }) => {
      const before = await loadForUpdate(tx, { id: given.id }, 'reportOwn')
      const workerId = await workerOf(tx, context.actor.accountId)
      if (workerId === null || !peopleOf(before).includes(workerId))
        throw new HttpError(403, 'task.not_yours')
      const { hours, pieces, note, photos = [] } = given
      requireWork(before, [{ workerId, hours, pieces }])
      const act = await actOf(tx, before, given)
      const all = await keptOf(tx, before.id)
      const said = all.find((one) => one.workerId === workerId)
      const own: Kept = {
        workerId,
        ...(hours != null && { hours }),
        ...(pieces != null && { pieces }),
        ...(note && { note }),
        // Who corrects hours sends no pictures again: those sent before stay.
        photos: photos.length > 0 ? photos : (said?.photos ?? []),
        at: act.at.toISOString(),
      }
      const next = said ? all.map((one) => (one.workerId === workerId ? own : one)) : [...all, own]
      await sql`update task set own_reports = ${JSON.stringify(next)}::jsonb where id = ${before.id}`.execute(
        tx,
      )
      const after = (await showRow(tx, task, before.id)) as TaskRow
      await audit({
        entity: task.name,
        recordId: before.id,
        title: before.title,
        action: 'reportOwn',
        before,
        after: { ...after, ...act.kept },
      })
      await announce({ resource: task.name, ids: [before.id], kind: 'updated' })
      return after
    }),
  )
}
