import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import type { AlarmChannel } from '#contract/alarm/alarm-contact.ts'
import { row, rows, type Database, type Tx } from '#server/db/database.ts'
import { HttpError, unprocessable } from '#server/db/http-error.ts'
import { noteFault } from '#server/db/parts.ts'
import { keptText } from '#server/db/kept-text.ts'
import { takeSms } from '#server/http/sms-limit.ts'
import { mayHear } from './contacts.ts'
import { ring } from './notify.ts'
import { openRobot, speak } from '#server/http/robots.ts'
import type { Outgoing } from '#server/http/outgoing.ts'
import { digestOf, type Say, type Text } from './words.ts'

/** What delivery needs beyond the database. */
export interface Delivery {
  say: Say
  sms: { send(phone: string, text: string): Promise<void> }
  /** The installation's secret, with which robots are sealed. */
  secret: string
  outgoing: Outgoing
}
/** Who is told, and by which way. */
interface Reached {
  accountId: number
  channel: AlarmChannel
  phone: string | null
  confirmedPhone: string | null
  language: Language
  sealed: string | null
}
interface Due extends Text, Reached {
  id: number
  kind: string
  contactId: number | null
  areaId: number | null
  attempts: number
}

const mostAtOnce = 50
const leaseSeconds = 60
const retrySeconds = [5, 30]
/**
 * Also where nothing could be written down of how it went, or somebody would be told the same every
 * minute.
 */
const mostAttempts = retrySeconds.length + 3

/**
 * Sends what is due in a tenant; with other processes, each notice once unless one dies in the
 * middle. Answers how many were due.
 */
export async function deliverDue(
  db: Database,
  tenant: number,
  delivery: Delivery,
): Promise<number> {
  const due = await db.write(tenant, (tx) => claim(tx))
  await Promise.all(
    due.map(async (one) => {
      try {
        if (one.kind === 'digest') await sendDigest(db, tenant, delivery, one)
        else await send(db, tenant, delivery, one, one)
        await db.write(tenant, (tx) =>
          sql`update alarm_notice set state = 'sent', sent_at = clock_timestamp(), error = null
            where id = ${one.id}`.execute(tx),
        )
      } catch (error) {
        // What is refused is refused the next time too.
        const wait = error instanceof HttpError ? undefined : retrySeconds[one.attempts - 1]
        // What cannot even be noted keeps no other waiting, and its claims are counted.
        await db
          .write(tenant, (tx) =>
            sql`update alarm_notice set error = ${keptText((error as Error).message, 300)},
              ${
                wait === undefined
                  ? sql`state = 'failed'`
                  : sql`state = 'queued',
              due_at = now() + ${`${wait} seconds`}::interval`
              } where id = ${one.id}`.execute(tx),
          )
          .catch((fault: unknown) => noteFault(`alarm notice ${one.id}`, fault))
      }
    }),
  )
  return due.length
}

const claim = (tx: Tx) =>
  rows<Due>(
    tx,
    sql`with due as (
    select id from alarm_notice where state in ('queued', 'sending') and due_at <= now()
    and attempts < ${mostAttempts} order by due_at limit ${mostAtOnce} for update skip locked
  ), claimed as (
    update alarm_notice n set state = 'sending', attempts = n.attempts + 1,
    due_at = now() + ${`${leaseSeconds} seconds`}::interval from due where n.id = due.id
    returning n.tenant_id, n.id, n.kind, n.contact_id, n.account_id, n.channel, n.area_id, n.subject, n.body, n.attempts
  ) select c.*, a.phone, o.confirmed_phone, a.language, r.sealed from claimed c
    join account a on a.id = c.account_id left join alarm_contact o on o.tenant_id = c.tenant_id
    and o.id = c.contact_id left join alarm_robot r on r.tenant_id = c.tenant_id and r.contact_id = c.contact_id`,
  )

/** Tells over a channel other than the bell. Errors: throws when it was not delivered. */
async function send(
  db: Database,
  tenant: number,
  { sms, secret, outgoing }: Delivery,
  { channel, phone, confirmedPhone, sealed }: Reached,
  { subject, body }: Text,
): Promise<void> {
  if (channel === 'sms') {
    if (!phone) throw new Error('no phone number')
    // To nobody who has not agreed, and to nobody without end.
    if (phone !== confirmedPhone) throw unprocessable('alarm.unconfirmed')
    const full = await takeSms(db, tenant, phone)
    if (full) throw unprocessable(full === 'number' ? 'alarm.sms_number' : 'alarm.sms_tenant')
    return sms.send(phone, `${subject}\n${body}`)
  }
  if (channel === 'bell') throw new Error('the bell is rung where the notice is made')
  if (!sealed) throw new Error('no robot address')
  await speak(channel, openRobot(secret, sealed), `${subject}\n${body}`, outgoing)
}

/** What was folded until now, in one message. */
async function sendDigest(
  db: Database,
  tenant: number,
  delivery: Delivery,
  one: Due,
): Promise<void> {
  const text = await db.write(tenant, async (tx) => {
    const kept =
      one.subject !== ''
        ? { subject: one.subject, body: one.body }
        : await compose(tx, delivery.say, one)
    if (one.channel === 'bell')
      await ring(tx, tenant, delivery.say, [{ contact: one, text: kept, alarmId: null }])
    return kept
  })
  if (one.channel !== 'bell') await send(db, tenant, delivery, one, text)
}
async function compose(
  tx: Tx,
  say: Say,
  { id, contactId, areaId, language, channel }: Due,
): Promise<Text> {
  const folded = await rows<{ level: number; count: number }>(
    tx,
    sql`with folded as (
      update alarm_notice set state = 'digested' where state = 'folded'
      and contact_id = ${contactId} and area_id is not distinct from ${areaId} returning alarm_id
    ) select a.level, count(distinct a.id) as count from folded f join alarm a on a.id = f.alarm_id group by 1`,
  )
  const area =
    areaId === null
      ? null
      : await row<{ areaName: string }>(tx, sql`select area_name from area where id = ${areaId}`)
  const text = digestOf(
    say,
    language,
    channel === 'sms' ? null : (area?.areaName ?? null),
    new Map(folded.map(({ level, count }) => [level, count])),
  )
  await sql`update alarm_notice set subject = ${text.subject}, body = ${text.body} where id = ${id}`.execute(
    tx,
  )
  return text
}

/**
 * One message to a contact as an alarm would come, now. Errors: throws when it was not delivered.
 */
export async function sendTest(
  db: Database,
  tenant: number,
  delivery: Delivery,
  contactId: number,
): Promise<void> {
  const one = (await db.read(tenant, (tx) =>
    row<Reached>(
      tx,
      sql`select c.channel, m.account_id, a.phone, c.confirmed_phone, a.language, r.sealed
        from alarm_contact c join member m on m.tenant_id = c.tenant_id and m.id = c.user_id
    join account a on a.id = m.account_id left join alarm_robot r on r.tenant_id = c.tenant_id
    and r.contact_id = c.id where c.id = ${contactId}`,
    ),
  ))!
  if (!(await db.read(tenant, (tx) => mayHear(tx, tenant, one))))
    throw unprocessable('alarm.cannot_see')
  const text = {
    subject: delivery.say(one.language, 'alarmNotice.testSubject'),
    body: delivery.say(one.language, 'alarmNotice.testBody'),
  }
  if (one.channel === 'bell')
    await db.write(tenant, (tx) =>
      ring(tx, tenant, delivery.say, [{ contact: one, text, alarmId: null }]),
    )
  else await send(db, tenant, delivery, one, text)
}
