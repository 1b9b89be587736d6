import { sql } from 'kysely'
import { releaseDays, releasePlan } from '#contract/plan/plan-calls.ts'
import { planItem, planItemStates } from '#contract/plan/plan-item.ts'
import { task } from '#contract/work/task.ts'
import { dayAfter } from '#contract/planting/stages.ts'
import { showRow } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { makeOwn } from '#server/http/make-own.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'
import { changePlan, loadPlan, type PlanRow } from './plan-row.ts'

interface Due {
  id: number
  title: string
  taskTypeId: number
  startsOn: string
  endsOn: string
  leaderId: number | null
  plannedHours: number | null
  materials: { skuId: number; quantity: number }[]
  description: string | null
}

/** What of a plan is released: those that are named, or all that begin by a day. */
const dueOf = (tx: Tx, planId: number, ids: readonly number[] | undefined, by: string) =>
  rows<Due>(
    tx,
    sql`select i.id, i.title, i.task_type_id, i.starts_on, i.ends_on, i.leader_id, i.planned_hours,
        p.materials, i.description
      from plan_item_view i join plan_item p on p.tenant_id = i.tenant_id and p.id = i.id
      where i.plan_id = ${planId} and i.state = ${planItemStates.waiting}
        and ${ids ? sql`i.id = any(${ids}::bigint[])` : sql`i.starts_on <= ${by}::date`}
      order by i.starts_on, i.id limit 200`,
  )

/** Makes the task of an item, and ties it to it. */
async function releaseOne(
  app: Services,
  plan: PlanRow,
  {
    landIds,
    parts,
  }: { landIds: readonly number[]; parts: readonly { landId: number; part: string }[] },
  item: Due,
  write: Write,
  context: SignedIn,
): Promise<number> {
  const taskId = await makeOwn(
    app,
    task,
    {
      title: item.title,
      taskTypeId: item.taskTypeId,
      areaId: plan.areaId,
      landIds: landIds.slice(0, 20),
      parts: parts.filter(({ landId }) => landIds.slice(0, 20).includes(landId)),
      batchId: plan.batchId,
      leaderId: item.leaderId ?? plan.leaderId,
      participantIds: [],
      startsOn: item.startsOn,
      endsOn: item.endsOn,
      plannedHours: item.plannedHours,
      priority: 'normal',
      warehouseId: item.materials.length > 0 ? plan.warehouseId : null,
      materials: item.materials.map(({ skuId, quantity }) => ({ skuId, quantity })),
      description: item.description,
    },
    write,
    context,
  )
  await sql`update plan_item set task_id = ${taskId}, object_version_number = object_version_number + 1,
    last_update_date = now(), last_updated_by = ${context.actor.accountId} where id = ${item.id}`.execute(
    write.tx,
  )
  const after = (await showRow(write.tx, planItem, item.id))!
  await write.audit({
    entity: planItem.name,
    recordId: item.id,
    title: item.title,
    action: 'release',
    before: null,
    after,
  })
  return taskId
}

/** Items become tasks: one, several, or all that begin soon. */
export function serveRelease(app: Services): void {
  serve(app, releasePlan, ({ itemIds, days, ...asked }, context) =>
    context.write(async (write) => {
      const plan = await loadPlan(write, asked, 'release')
      const until = dayAfter(await today(write.tx, context.tenant), days ?? releaseDays)
      const due = await dueOf(write.tx, plan.id, itemIds, until)
      // Somebody else has released one of them meanwhile.
      if (itemIds && due.length < new Set(itemIds).size) throw new HttpError(409, 'plan.released')
      const batch = await row<{ landIds: number[]; parts: { landId: number; part: string }[] }>(
        write.tx,
        sql`select land_ids, parts from batch where id = ${plan.batchId}`,
      )
      const released: { itemId: number; taskId: number }[] = []
      for (const item of due)
        released.push({
          itemId: item.id,
          taskId: await releaseOne(app, plan, batch!, item, write, context),
        })
      const after = await changePlan(
        plan,
        'release',
        sql`state = state`,
        write,
        context,
        released.map(({ itemId }) => itemId),
        { released: released.length },
      )
      return { objectVersionNumber: after.objectVersionNumber, released }
    }),
  )
}
