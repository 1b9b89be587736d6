import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { myTasksScreen } from '#contract/work/task-calls.ts'
import { ownTaskList, task, taskScreen } from '#contract/work/task.ts'
import { openTaskStates } from '#contract/work/task-states.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import { listenersOf } from '#server/http/listeners.ts'
import { workText } from '#server/i18n/texts.ts'
import { announce, type Addressed } from '#server/live/events.ts'
import { sendMessages } from '#server/modules/message/engine/send-messages.ts'
import type { Stop } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'

const everyMs = 60_000
/** Hour of the tenant's day from which people are told. */
const fromHour = 7
/** Days after its end on which a task that nobody was told of, because nothing ran, is still news. */
const newsDays = 7
type Message = 'due' | 'overdue'

/** Marks what is to be told now, once however many processes look, and answers it. */
async function taken(tx: Tx, tenant: number, message: Message, at: Date): Promise<number[]> {
  const today = sql`(${at.toISOString()}::timestamptz at time zone n.time_zone)::date`
  const madeOn = sql`(t.creation_date at time zone n.time_zone)::date`
  // What was only written down on its last day, or later, is no news to whoever was given it then.
  const isNews =
    message === 'due'
      ? sql`t.ends_on = ${today} and t.due_told is distinct from t.ends_on and ${madeOn} < t.ends_on`
      : sql`t.ends_on < ${today} and t.ends_on >= ${today} - ${newsDays}::int
          and t.overdue_told is distinct from t.ends_on and ${madeOn} <= t.ends_on`
  const told = message === 'due' ? sql`due_told` : sql`overdue_told`
  const found = await rows<{ id: number }>(
    tx,
    sql`update task t set ${told} = t.ends_on from tenant n
      where n.id = ${tenant} and t.tenant_id = n.id and t.state = any(${[...openTaskStates]}::smallint[])
        and extract(hour from ${at.toISOString()}::timestamptz at time zone n.time_zone) >= ${fromHour} and ${isNews}
      returning t.id`,
  )
  return found.map(({ id }) => id)
}

interface Concerned {
  accountId: number
  language: Language
  id: number
  title: string
  areaId: number
  endsOn: string
  leader: string | null
  isWorker: boolean
}
/** Who does them; and who made those that are late, where that is somebody else. */
const concernedBy = (tx: Tx, message: Message, ids: readonly number[]) =>
  rows<Concerned>(
    tx,
    sql`select a.id as account_id, a.language, t.id, t.title, t.area_id, t.ends_on, l.real_name as leader, p.is_worker
      from task t left join worker l on l.tenant_id = t.tenant_id and l.id = t.leader_id
      cross join lateral (select o.account_id, bool_or(o.is_worker) as is_worker from (
        select m.account_id, true as is_worker from worker w join member m on m.tenant_id = w.tenant_id and m.id = w.user_id
          where w.tenant_id = t.tenant_id and m.enabled_flag = 1 and (w.id = t.leader_id or w.id = any(t.participant_ids))
        union all select m.account_id, false from member m
          where m.tenant_id = t.tenant_id and m.account_id = t.created_by and m.enabled_flag = 1 and ${message === 'overdue'}
        ) o group by o.account_id) p
      join account a on a.id = p.account_id and a.enabled_flag = 1
      where t.id = any(${ids}::bigint[]) order by a.id, t.ends_on, t.id limit 5000`,
  )

/** One message for each person, however many of their tasks it is about; those of others apart. */
function messagesOf(message: Message, found: readonly Concerned[]) {
  const groups = new Map<string, Concerned[]>()
  for (const one of found) {
    const name = `${one.accountId}/${one.isWorker}`
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups.values()].map((told) => {
    const { accountId, language, isWorker, id, title } = told[0]!
    const say = (key: string, params: Record<string, string | number> = {}) =>
      workText(language, `notices.${key}`, params)
    const link = isWorker
      ? `${myTasksScreen.route}${told.length === 1 ? `?id=${id}` : ''}`
      : `${taskScreen.route}?${told.length === 1 ? `open=show&id=${id}` : 'overdueFlag=1'}`
    return {
      accountId,
      subject:
        told.length === 1
          ? say(`${message}.subject`, { title })
          : say(`${message}.many`, { number: told.length }),
      lines: told.map((one) =>
        say(`${message}.${isWorker ? 'body' : 'others'}`, {
          title: one.title,
          day: one.endsOn,
          leader: one.leader ?? say('nobody'),
        }),
      ),
      page: { link, open: say(told.length === 1 ? 'open' : 'openAll') },
      sender: say('sender'),
    }
  })
}

async function tellOf(tx: Tx, tenant: number, message: Message, at: Date): Promise<void> {
  const ids = await taken(tx, tenant, message, at)
  if (ids.length === 0) return
  const found = await concernedBy(tx, message, ids)
  const accounts = found.map(({ accountId }) => accountId)
  const hearsOwn = await listenersOf(tx, tenant, accounts, ownTaskList)
  const hearsAll = await listenersOf(tx, tenant, accounts, task.permissions.list)
  const told = found.filter(({ accountId, areaId, isWorker }) =>
    (isWorker ? hearsOwn : hearsAll)(accountId, areaId),
  )
  for (const account of await sendMessages(tx, 'task', messagesOf(message, told), at))
    await announce(tx, {
      tenant,
      resource: 'messages',
      ids: [],
      kind: 'created',
      account,
    } as Addressed)
}

/** Tells of tasks whose last day has come, and of those that it has passed: once each. */
export async function tellOfDue(tx: Tx, tenant: number, at = new Date()): Promise<void> {
  await tellOf(tx, tenant, 'due', at)
  await tellOf(tx, tenant, 'overdue', at)
}
export const watchDue = ({ db, http }: Services): Stop =>
  everySoOften(
    everyMs,
    () => eachTenant(db, 'tasks due', (tenant) => db.write(tenant, (tx) => tellOfDue(tx, tenant))),
    (error) => http.log.error({ err: error }, 'tasks that are due could not be told of'),
  )
