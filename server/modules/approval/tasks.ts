import { sql } from 'kysely'
import { caseRecord, caseTimeline, recordTimeline } from '#contract/approval/case-calls.ts'
import {
  delegate as delegateMine,
  endDelegation as endMine,
  myDelegation,
} from '#contract/approval/delegation-calls.ts'
import * as calls from '#contract/approval/task-calls.ts'
import { formOf } from '#contract/approval/forms.ts'
import { seen } from '#contract/seen.ts'
import { showRow, type Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { fromDatabase, invalidFields, notFound, HttpError } from '#server/db/http-error.ts'
import { decide } from '#server/modules/approval/engine/decide.ts'
import { delegate, endDelegation } from '#server/modules/approval/engine/delegating.ts'
import { delegationsAbout } from '#server/modules/approval/engine/delegation.ts'
import { addSigner, transfer, urge, withdraw } from '#server/modules/approval/engine/moves.ts'
import { taskById } from '#server/modules/approval/engine/store.ts'
import { maySee, caseDetailOf } from '#server/modules/approval/engine/case-detail.ts'
import { behalfOf, type SignedIn } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import { sentence } from '#server/i18n/texts.ts'
import type { Services } from '#server/services/services.ts'
import { copiesFor, submissionsOf, tasksFor } from './lists.ts'

/** The task that a call means: its own id, or that of its case beside `taskId` (clients know both). */
async function meant(
  tx: Tx,
  { id, taskId }: { id: number; taskId?: number | undefined },
): Promise<number> {
  if (taskId === undefined || taskId === id) return id
  const task = await taskById(tx, taskId)
  if (task?.caseId !== id) throw notFound()
  return taskId
}

/** What people do about what was handed in. */
export function approvalTasks(app: Services): void {
  const forms = app.approvalForms
  app.waiting.set(
    'approvals',
    ({ actor }) =>
      sql`select count(*) as count, count(*) as urgent from approval_task where account_id = ${actor.accountId} and state = 1`,
  )
  serve(app, calls.approvalTasks, ({ taskType, taskState, ...filters }, context) =>
    context.read((tx) => {
      if (taskType === 'carbon_copy') return copiesFor(tx, context, filters)
      return taskType === 'user_edit'
        ? submissionsOf(tx, context, undefined, filters)
        : tasksFor(tx, context, taskState, filters)
    }),
  )
  serve(app, calls.mySubmissions, ({ processState, ...filters }, context) =>
    context.read((tx) => submissionsOf(tx, context, processState, filters)),
  )
  serve(app, calls.approvalCount, (_input, { read, actor }) =>
    read(
      async (tx) =>
        (await row<{ approval: number; carbonCopy: number }>(
          tx,
          sql`select (select count(*) from approval_task where account_id = ${actor.accountId} and state = 1) as approval,
    (select count(*) from approval_copy where account_id = ${actor.accountId} and read_at is null) as carbon_copy`,
        ))!,
    ),
  )
  serve(app, calls.approvalPeople, (_input, { read }) =>
    read((tx) =>
      rows<{ accountId: number; name: string; organizationName: string | null }>(
        tx,
        sql`select m.account_id, m.real_name as name, o.name as organization_name
    from member_view m left join organization o on o.tenant_id = m.tenant_id and o.id = m.organization_id where m.enabled_flag = 1 order by m.real_name collate "zh-x-icu", m.id limit 2000`,
      ),
    ),
  )

  const record = async (tx: Tx, processId: number | undefined, context: SignedIn) => {
    const found =
      processId === undefined
        ? null
        : await row<{ processId: number; thirdId: number; formCode: string; title: string }>(
            tx,
            sql`select id as process_id, third_id, form_code, title from approval_case where id = ${processId}`,
          )
    if (!found || !(await maySee(tx, found.processId, context))) throw notFound()
    return found
  }
  serve(app, calls.businessList, ({ processId }, context) =>
    context.read(async (tx) => [await record(tx, processId, context)]),
  )
  serve(app, calls.businessData, ({ processId }, context) =>
    context.read((tx) => record(tx, processId, context)),
  )

  const decisions = [
    [calls.approveTask, 'approved'],
    [calls.rejectTask, 'rejected'],
  ] as const
  for (const [call, decision] of decisions) {
    serve(app, call, (input, context) =>
      context.write(async (write) =>
        decide(
          forms,
          write,
          context,
          await meant(write.tx, input),
          decision,
          input.comment ?? null,
        ),
      ),
    )
  }
  serve(app, calls.returnTask, (input, context) =>
    context.write(async (write) =>
      decide(
        forms,
        write,
        context,
        await meant(write.tx, input),
        'returned',
        input.comment,
        input.toNode,
      ),
    ),
  )
  serve(app, calls.transferTask, (input, context) =>
    context.write(async (write) =>
      transfer(
        write,
        context,
        await meant(write.tx, input),
        input.accountId,
        input.comment ?? null,
      ),
    ),
  )
  serve(app, calls.addSigner, (input, context) =>
    context.write(async (write) =>
      addSigner(
        write,
        context,
        await meant(write.tx, input),
        input.accountId,
        input.place,
        input.comment ?? null,
      ),
    ),
  )
  serve(app, calls.withdrawCase, ({ id }, context) =>
    context.write((write) => withdraw(forms, write, context, id)),
  )
  serve(app, calls.urgeCase, ({ id }, context) =>
    context.write((write) => urge(write, context, id)),
  )
  serve(app, myDelegation, (_input, { read, actor }) =>
    read((tx) => delegationsAbout(tx, actor.accountId)),
  )
  serve(app, delegateMine, ({ takesOpen, ...given }, context) =>
    context.write(async (write) => ({ moved: await delegate(write, context, given, takesOpen) })),
  )
  serve(app, endMine, (_input, context) =>
    context.write(async (write) => {
      if (!(await endDelegation(write, context))) throw notFound()
    }),
  )
  serve(app, calls.readCopy, ({ id }, { write, actor }) =>
    write(async ({ tx, announce }) => {
      const mine = await row(
        tx,
        sql`update approval_copy set read_at = coalesce(read_at, now()) where case_id = ${id} and account_id = ${actor.accountId} returning case_id`,
      )
      if (!mine) throw notFound()
      await announce({ resource: 'approval', ids: [id], kind: 'updated', account: actor.accountId })
    }),
  )

  serve(app, calls.approveMany, async ({ ids, comment }, context) => {
    const { platform, tenant, language, requestId, address, actor, codes } = context
    const found = await context.read((tx) =>
      rows<{ id: number; title: string; formCode: string }>(
        tx,
        sql`select t.id, c.title, c.form_code from approval_task t join approval_case c on c.tenant_id = t.tenant_id and c.id = t.case_id
      where t.id = any(${ids}::bigint[]) and t.account_id = ${actor.accountId}`,
      ),
    )
    if (found.length !== new Set(ids).size) throw notFound()
    if (new Set(found.map(({ formCode }) => formCode)).size > 1)
      throw invalidFields({ ids: { code: 'approval.oneForm' } })
    // Each in a transaction of its own, so that one that is refused takes no other with it.
    const alone = {
      ...behalfOf(
        platform,
        { requestId, address },
        language,
        tenant,
        actor,
        async () => undefined,
        'tenant',
      ),
      actor,
      codes,
    }
    const results: { id: number; title: string; ok: boolean; message: string | null }[] = []
    for (const { id, title } of found) {
      const message = await alone
        .write((write) => decide(forms, write, alone, id, 'approved', comment ?? null))
        .then(
          () => null,
          (error: unknown) => {
            const refusal = error instanceof HttpError ? error : fromDatabase(error)
            if (!refusal) throw error
            return sentence(refusal.code, language, refusal.params)
          },
        )
      results.push({ id, title, ok: message === null, message })
    }
    return context.write(async () => results)
  })

  serve(app, caseTimeline, ({ id }, context) =>
    context.read(async (tx) => {
      const story = (await maySee(tx, id, context)) ? await caseDetailOf(tx, context, id) : null
      if (!story) throw notFound()
      return story
    }),
  )
  serve(app, caseRecord, ({ id }, context) =>
    context.read(async (tx) => {
      const found = (await maySee(tx, id, context))
        ? await row<{ formCode: string; thirdId: number; previous: Row | null }>(
            tx,
            sql`select c.form_code, c.third_id, r.record as previous from approval_case c left join approval_record r on r.tenant_id = c.tenant_id and r.case_id = c.previous_id where c.id = ${id}`,
          )
        : null
      const form = formOf(found?.formCode)
      const record = found && form ? await showRow(tx, form.entity, found.thirdId) : null
      if (!record) throw notFound()
      const told = (one: Row | null) => seen(form!.entity, one, context.codes)
      return { ...told(record)!, previous: told(found!.previous) }
    }),
  )
  serve(app, recordTimeline, ({ formCode, thirdId }, context) =>
    context.read(async (tx) => {
      const cases = await rows<{ id: number }>(
        tx,
        sql`select id from approval_case where form_code = ${formCode ?? ''} and third_id = ${thirdId ?? 0} order by id desc limit 50`,
      )
      const stories = []
      for (const { id } of cases)
        if (await maySee(tx, id, context)) stories.push((await caseDetailOf(tx, context, id))!)
      return stories
    }),
  )
}
