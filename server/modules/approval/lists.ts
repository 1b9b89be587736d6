import { taskStates } from '#contract/approval/states.ts'
import { sql } from 'kysely'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { contains } from '#server/db/conditions.ts'
import { asPage, pageOf } from '#server/db/crud.ts'
import type { Language } from '#contract/account/self.ts'
import { factsSeen } from '#contract/approval/forms.ts'
import type { TaskRow } from '#contract/approval/task-calls.ts'
import { approvalText } from '#server/i18n/texts.ts'

interface Reader {
  actor: { accountId: number }
  codes: ReadonlySet<string>
  language: Language
}
interface Filters {
  page?: number | undefined
  size?: number | undefined
  formCode?: string | undefined
  q?: string | undefined
}

const ofCase = sql`c.id as process_id, c.form_code, c.title, c.submit_name,
  c.started_at as start_time, c.ended_at as end_time, c.state as process_state, c.third_id,
  c.outcome, (c.facts ->> 'total')::numeric as total,
  not exists (select 1 from approval_task d where d.tenant_id = c.tenant_id and d.case_id = c.id
  and d.decision in ('approved', 'rejected', 'returned')) as is_untouched`
/** Who is asked now: the node and the people. */
const now = sql`left join lateral (select min(n.id) as id,
  min(n.due_at) as due_at,
  min(n.node_name) || ' · ' || string_agg(n.person_name, ', ' order by n.position, n.id) as name
  from approval_task n where n.tenant_id = c.tenant_id and n.case_id = c.id and n.state = 1) now on true`
const none = sql`null::text as for_name, null::text as decision, null::text as decided_by_name,
  null::text as comment`

async function pageFrom(
  tx: Tx,
  { codes, language }: Reader,
  { page, size, formCode, q }: Filters,
  columns: Sql,
  from: Sql,
  where: Sql[],
  order: Sql,
) {
  const asked = pageOf({ page: String(page ?? 1), size: String(size ?? 10) })
  const all = [
    ...where,
    ...(formCode ? [sql`c.form_code = ${formCode}`] : []),
    ...(q ? [sql`(c.title ilike ${contains(q)} or c.submit_name ilike ${contains(q)})`] : []),
  ]
  const found = await rows<Omit<TaskRow, 'formName'>>(
    tx,
    sql`select ${columns} from ${from} where ${sql.join(all, sql` and `)} order by ${order}
      limit ${asked.size} offset ${asked.offset}`,
  )
  const counted = await row<{ count: number }>(
    tx,
    sql`select count(*) as count from ${from} where ${sql.join(all, sql` and `)}`,
  )
  return asPage(
    found.map((one) => ({
      ...one,
      formName: approvalText(language, `forms.${one.formCode}`),
      total: 'total' in factsSeen(one.formCode, codes) ? one.total : null,
    })),
    counted!.count,
    asked,
  )
}

/**
 * What waits for somebody, or was decided by them; what others decided in their place is no
 * decision of theirs.
 */
export function tasksFor(tx: Tx, reader: Reader, taskState: number | undefined, filters: Filters) {
  const state =
    taskState === taskStates.open
      ? sql`t.state = 1`
      : taskState === taskStates.reviewed
        ? sql`t.state = 2 and t.decided_by = ${reader.actor.accountId}`
        : taskState === taskStates.rejected
          ? sql`t.state = 3`
          : sql`t.state > 0 and coalesce(t.decision, '') not in ('cancelled', 'skipped')`
  return pageFrom(
    tx,
    reader,
    filters,
    sql`t.id, ${ofCase}, t.node_name as current_task_name, t.id as current_task_id,
      t.state as task_state, t.for_name, t.decision, t.decided_by_name, t.comment, t.due_at, null::int as read_flag`,
    sql`approval_task t join approval_case c on c.tenant_id = t.tenant_id and c.id = t.case_id`,
    [sql`t.account_id = ${reader.actor.accountId}`, state],
    sql`t.state <> 1, t.id desc`,
  )
}
export function copiesFor(tx: Tx, reader: Reader, filters: Filters) {
  return pageFrom(
    tx,
    reader,
    filters,
    sql`c.id, ${ofCase}, now.name as current_task_name, now.id as current_task_id,
      null::int as task_state, ${none}, null::timestamptz as due_at, (k.read_at is not null)::int as read_flag`,
    sql`approval_copy k join approval_case c on c.tenant_id = k.tenant_id and c.id = k.case_id ${now}`,
    [sql`k.account_id = ${reader.actor.accountId}`],
    sql`k.sent_at desc, c.id desc`,
  )
}
export function submissionsOf(
  tx: Tx,
  reader: Reader,
  processState: number | undefined,
  filters: Filters,
) {
  return pageFrom(
    tx,
    reader,
    filters,
    sql`c.id, ${ofCase}, now.name as current_task_name, now.id as current_task_id,
      null::int as task_state, ${none}, now.due_at, null::int as read_flag`,
    sql`approval_case c ${now}`,
    [
      sql`c.submitter_id = ${reader.actor.accountId}`,
      ...(processState ? [sql`c.state = ${processState}`] : []),
    ],
    sql`c.id desc`,
  )
}
