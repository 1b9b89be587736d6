import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import type { PlotLock } from '#contract/farm/plot-lock.ts'
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
import { locksSeen } from '#server/modules/farm/engine/locks.ts'

const everyMs = 60_000
type Lock = Pick<PlotLock, 'landId' | 'kind' | 'name' | 'until'>
interface Concerned {
  accountId: number
  language: Language
  areaId: number
  landId: number
  landName: string
  kind: PlotLock['kind']
  name: string
  until: string
  titles: string
  isWorker: boolean
}

/**
 * Whose open tasks lie on locked plots: who does them, and who made them. Picking is held back by
 * both kinds, everything else by the one that keeps people out.
 */
const concernedBy = (tx: Tx, locks: readonly Lock[]) =>
  rows<Concerned>(
    tx,
    sql`select a.id as account_id, a.language, l.area_id, l.id as land_id, l.land_name, k.kind, k.name,
        to_char(k.until at time zone n.time_zone, 'YYYY-MM-DD HH24:MI') as until,
        string_agg(distinct t.title, ' · ') as titles, bool_or(w.id is not null) as is_worker
      from unnest(${locks.map(({ landId }) => landId)}::bigint[], ${locks.map(({ kind }) => kind)}::text[],
        ${locks.map(({ name }) => name)}::text[], ${locks.map(({ until }) => until)}::timestamptz[])
        as k (land_id, kind, name, until)
      join land l on l.id = k.land_id join tenant n on n.id = l.tenant_id
      join task t on t.tenant_id = l.tenant_id and t.land_ids @> array[l.id]
        and t.state in (${sql.join([...openTaskStates])})
      join task_type y on y.tenant_id = t.tenant_id and y.id = t.task_type_id
        and (k.kind = 'reentry' or y.category = 'harvest')
      cross join lateral (
        select m.account_id, w.id from worker w join member m on m.tenant_id = w.tenant_id and m.id = w.user_id
          and m.enabled_flag = 1
        where w.tenant_id = t.tenant_id and (w.id = t.leader_id or w.id = any(t.participant_ids))
        union select m.account_id, null from member m
        where m.tenant_id = t.tenant_id and m.account_id = t.created_by and m.enabled_flag = 1
      ) w
      join account a on a.id = w.account_id and a.enabled_flag = 1
      group by a.id, a.language, l.area_id, l.id, l.land_name, k.kind, k.name, k.until, n.time_zone
      order by k.until desc, l.id, a.id limit 5000`,
  )

/** Tells those alone who may look the plot's tasks up, or their own. */
async function tellOf(
  tx: Tx,
  tenant: number,
  message: 'begun' | 'over',
  locks: readonly Lock[],
): Promise<void> {
  if (locks.length === 0) return
  const found = await concernedBy(tx, locks)
  const accounts = found.map(({ accountId }) => accountId)
  const hearsAll = await listenersOf(tx, tenant, accounts, task.permissions.list)
  const hearsOwn = await listenersOf(tx, tenant, accounts, ownTaskList)
  const rung = await sendMessages(
    tx,
    'lock',
    found.flatMap(({ accountId, language, areaId, landId, kind, isWorker, ...told }) => {
      const seesAll = hearsAll(accountId, areaId)
      if (!seesAll && !(isWorker && hearsOwn(accountId, areaId))) return []
      const params = { plot: told.landName, name: told.name, until: told.until, tasks: told.titles }
      const say = (key: string) => workText(language, `notices.locks.${key}`, params)
      return [
        {
          accountId,
          subject: say(`${message}.${kind}`),
          lines: [say(`${message}.body`), say('tasks')],
          page: {
            link: isWorker ? myTasksScreen.route : `${taskScreen.route}?landIds=${landId}`,
            open: workText(language, 'notices.open'),
          },
          sender: workText(language, 'notices.sender'),
        },
      ]
    }),
  )
  for (const account of rung)
    await announce(tx, {
      tenant,
      resource: 'messages',
      ids: [],
      kind: 'created',
      account,
    } as Addressed)
}

const nameOf = ({ landId, kind, name }: Lock) => `${landId}/${kind}/${name}`
const until = ({ until: at }: Lock) => Date.parse(at)

/**
 * Tells of locks that have begun or last longer than was told, and of those that are over: by time, or
 * because what was used has been taken back.
 */
export async function tellOfLocks(tx: Tx, tenant: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`plot locks:${tenant}`}))`.execute(tx)
  const now = await locksSeen(tx, undefined)
  const told = await rows<Lock>(tx, sql`select land_id, kind, name, until from plot_lock_told`)
  const before = new Map(told.map((one) => [nameOf(one), one]))
  const inForce = new Set(now.map(nameOf))
  const begun = now.filter(
    (one) => until(one) > (before.has(nameOf(one)) ? until(before.get(nameOf(one))!) : 0),
  )
  const over = told.filter((one) => !inForce.has(nameOf(one)))
  if (begun.length === 0 && over.length === 0) return
  await sql`insert into plot_lock_told (land_id, kind, name, until)
    select * from unnest(${begun.map(({ landId }) => landId)}::bigint[], ${begun.map(({ kind }) => kind)}::text[],
      ${begun.map(({ name }) => name)}::text[], ${begun.map((one) => one.until)}::timestamptz[])
    on conflict (tenant_id, land_id, kind, name) do update set until = excluded.until`.execute(tx)
  for (const { landId, kind, name } of over)
    await sql`delete from plot_lock_told where land_id = ${landId} and kind = ${kind} and name = ${name}`.execute(
      tx,
    )
  await tellOf(tx, tenant, 'begun', begun)
  // Something else may keep people off it all the same.
  const held = new Set(now.map(({ landId, kind }) => `${landId}/${kind}`))
  await tellOf(
    tx,
    tenant,
    'over',
    over.filter(({ landId, kind }) => !held.has(`${landId}/${kind}`)),
  )
}
export const watchLocks = ({ db, http }: Services): Stop =>
  everySoOften(
    everyMs,
    () =>
      eachTenant(db, 'plot locks', (tenant) => db.write(tenant, (tx) => tellOfLocks(tx, tenant))),
    (error) => http.log.error({ err: error }, 'locks of plots could not be told of'),
  )
