import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { plan, planScreen } from '#contract/plan/plan.ts'
import type { Moved } from '#contract/plan/schedule.ts'
import { myTasksScreen } from '#contract/work/task-calls.ts'
import { ownTaskList } from '#contract/work/task.ts'
import { rows, type Database, type Tx } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { listenersOf } from '#server/http/listeners.ts'
import { planText } from '#server/i18n/texts.ts'
import { announce, type Addressed } from '#server/live/events.ts'
import { sendMessages } from '#server/modules/message/engine/send-messages.ts'
import type { PlanRow } from './plan-row.ts'

/** An item, and whose it is to do. */
interface Told {
  accountId: number
  language: Language
  planId: number
  planName: string
  areaId: number
  title: string
  startsOn: string
  endsOn: string
}
const mostLines = 20

/** Items `i` with the accounts of their leaders. */
const leadersOf = (tx: Tx, which: ReturnType<typeof sql>) =>
  rows<Told>(
    tx,
    sql`select a.id as account_id, a.language, p.id as plan_id, p.plan_name, p.area_id, i.title, i.starts_on, i.ends_on
      from plan_item_view i join plan p on p.tenant_id = i.tenant_id and p.id = i.plan_id
      join worker w on w.tenant_id = i.tenant_id and w.id = coalesce(i.leader_id, p.leader_id)
      join member m on m.tenant_id = w.tenant_id and m.id = w.user_id and m.enabled_flag = 1
      join account a on a.id = m.account_id and a.enabled_flag = 1
      where ${which} order by i.starts_on, i.id limit 5000`,
  )

/** What is told in one letter: of one plan, to one person. */
function grouped(told: readonly Told[]): Told[][] {
  const groups = new Map<string, Told[]>()
  for (const one of told) {
    const name = `${one.accountId}/${one.planId}`
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups.values()]
}
/**
 * Tells those who lead items of a plan, one letter for each plan: those alone who may look up
 * plans, or their own tasks. Answers under whose bell it is.
 */
async function post(
  tx: Tx,
  tenant: number,
  message: 'moved' | 'late',
  told: readonly Told[],
): Promise<number[]> {
  if (told.length === 0) return []
  const accounts = told.map(({ accountId }) => accountId)
  const hearsPlans = await listenersOf(tx, tenant, accounts, plan.permissions.list)
  const hearsTasks = await listenersOf(tx, tenant, accounts, ownTaskList)
  const letters = grouped(told).flatMap((items) => {
    const { accountId, areaId, language, planId, planName } = items[0]!
    const seesPlan = hearsPlans(accountId, areaId)
    if (!seesPlan && !hearsTasks(accountId, areaId)) return []
    const say = (key: string, params = {}) => planText(language, `notices.${key}`, params)
    const lines = items
      .slice(0, mostLines)
      .map(({ title, startsOn, endsOn }) => say('line', { title, startsOn, endsOn }))
    const more = items.length - lines.length
    return [
      {
        accountId,
        subject: say(`${message}.subject`, { plan: planName, count: items.length }),
        lines: [
          say(`${message}.body`),
          ...lines,
          ...(more > 0 ? [say('more', { count: more })] : []),
        ],
        page: {
          link: seesPlan ? `${planScreen.route}/info/${planId}` : myTasksScreen.route,
          open: say('open'),
        },
        sender: say('sender'),
      },
    ]
  })
  return sendMessages(tx, 'plan', letters)
}

/** Tells those who lead items that were agreed upon that these are on other days now. */
export async function tellOfMoves(
  { tx, announce: say }: Write,
  { actor, tenant }: Pick<OnBehalf, 'actor' | 'tenant'>,
  { id }: PlanRow,
  moved: readonly Moved[],
): Promise<void> {
  if (moved.length === 0) return
  const told = await leadersOf(
    tx,
    sql`i.plan_id = ${id} and p.state = 1 and a.id <> ${actor.accountId} and i.id = any(${moved.map((one) => one.id)}::bigint[])`,
  )
  for (const account of await post(tx, tenant, 'moved', told))
    await say({ resource: 'messages', ids: [], kind: 'created', account })
}

/** Tells each leader once of items that are late; what is given other days can be late again. */
export async function tellOfLate(tx: Tx, tenant: number): Promise<number> {
  const late = sql`p.state = 1 and i.late_flag = 1 and exists (select 1 from plan_item o
    where o.tenant_id = i.tenant_id and o.id = i.id and not o.told_late)`
  const accounts = await post(tx, tenant, 'late', await leadersOf(tx, late))
  await sql`update plan_item o set told_late = true from plan_item_view i join plan p on p.tenant_id = i.tenant_id and p.id = i.plan_id
    where ${late} and o.tenant_id = i.tenant_id and o.id = i.id`.execute(tx)
  for (const account of accounts)
    await announce(tx, {
      tenant,
      resource: 'messages',
      ids: [],
      kind: 'created',
      account,
    } as Addressed)
  return accounts.length
}

const everyMs = 10 * 60_000
/** Looks every ten minutes until told to stop. */
export const watchLate = (db: Database, report: (error: unknown) => void): (() => Promise<void>) =>
  everySoOften(
    everyMs,
    () =>
      eachTenant(db, 'late plans', (tenant) => db.write(tenant, (tx) => tellOfLate(tx, tenant))),
    report,
  )
