import { sql } from 'kysely'
import { accountScreen } from '#contract/account/screens.ts'
import type { MessageKind, MessageWay } from '#contract/message/ways.ts'
import { row, rows, type Database, type Tx } from '#server/db/database.ts'
import { HttpError, unprocessable } from '#server/db/http-error.ts'
import { noteFault } from '#server/db/parts.ts'
import { keptText } from '#server/db/kept-text.ts'
import type { Outgoing } from '#server/http/outgoing.ts'
import { messageText, sentence } from '#server/i18n/texts.ts'
import { announce, type Addressed } from '#server/live/events.ts'
import { letterPage, postLetters } from '#server/live/letters.ts'
import { openRobot, speak } from '#server/http/robots.ts'
import { settingsOf, type Setting } from './settings.ts'
import { takeSms } from '#server/http/sms-limit.ts'

/** By what messages leave the house. */
export interface Ways {
  sms: { send(phone: string, text: string): Promise<void> }
  /** The installation's secret, with which robots are sealed. */
  secret: string
  outgoing: Outgoing
}
interface Due {
  id: number
  accountId: number
  way: MessageWay
  kind: MessageKind
  subject: string
  body: string
  attempts: number
  isMember: boolean
}
const mostAtOnce = 50
const leaseSeconds = 60
const retrySeconds = [10, 60, 600]
/** Also where nothing could be written down of how it went. */
const mostAttempts = retrySeconds.length + 3
/** Where messages are set up: one's own account. */
const settingsPath = `${accountScreen.route}?type=messages`

const claim = (tx: Tx) =>
  rows<Due>(
    tx,
    sql`with due as (
        select id from message_sending where state in ('queued', 'sending') and due_at <= now()
          and attempts < ${mostAttempts} order by due_at, id limit ${mostAtOnce} for update skip locked
      ) update message_sending s set state = 'sending', attempts = s.attempts + 1,
          due_at = now() + ${`${leaseSeconds} seconds`}::interval from due where s.id = due.id
        returning s.id, s.account_id, s.way, s.kind, s.subject, s.body, s.attempts,
          exists (select 1 from member m join account a on a.id = m.account_id and a.enabled_flag = 1
            where m.account_id = s.account_id and m.enabled_flag = 1) as is_member`,
  )

/** Sends by one way now. Errors: throws when it was not delivered. */
export async function sendBy(
  db: Database,
  tenant: number,
  ways: Ways,
  way: MessageWay,
  {
    phone,
    confirmedPhone,
    robotChannel,
    robotSealed,
  }: Pick<Setting, 'phone' | 'confirmedPhone' | 'robotChannel' | 'robotSealed'>,
  { subject, body }: Pick<Due, 'subject' | 'body'>,
): Promise<void> {
  const said = `${subject}\n${body}`
  if (way === 'sms') {
    // To nobody who has not agreed, and to nobody without end.
    if (!phone || phone !== confirmedPhone) throw unprocessable('message.unconfirmed')
    const full = await takeSms(db, tenant, phone)
    if (full) throw unprocessable(full === 'number' ? 'message.sms_number' : 'message.sms_tenant')
    return ways.sms.send(phone, said)
  }
  if (!robotChannel || !robotSealed) throw unprocessable('message.no_robot')
  await speak(robotChannel, openRobot(ways.secret, robotSealed), said, ways.outgoing)
}

/** Says under the bell that a way does not work, once until it works again. */
async function sayBroken(tx: Tx, tenant: number, one: Due, setting: Setting, reason: string) {
  const before = await row<{ state: string }>(
    tx,
    sql`select state from message_sending where account_id = ${one.accountId} and way = ${one.way}
      and id < ${one.id} and state in ('sent', 'failed') order by id desc limit 1`,
  )
  if (before?.state === 'failed') return
  const say = (key: string) => messageText(setting.language, `ways.broken.${key}`, { reason })
  await postLetters(tx, 'NOTIFY', [
    {
      accountId: one.accountId,
      subject: say(one.way),
      content: letterPage([say('reason'), one.subject], settingsPath, say('open')),
      sender: say('sender'),
    },
  ])
  await announce(tx, {
    tenant,
    resource: 'messages',
    ids: [],
    kind: 'created',
    account: one.accountId,
  } as Addressed)
}

async function settle(db: Database, tenant: number, one: Due, setting: Setting, error: unknown) {
  const reason = keptText(
    error instanceof HttpError ? sentence(error.code, setting.language) : (error as Error).message,
    300,
  )
  // What is refused is refused the next time too.
  const wait = error instanceof HttpError ? undefined : retrySeconds[one.attempts - 1]
  await db.write(tenant, async (tx) => {
    await sql`update message_sending set error = ${reason}, ${
      wait === undefined
        ? sql`state = 'failed'`
        : sql`state = 'queued', due_at = now() + ${`${wait} seconds`}::interval`
    } where id = ${one.id}`.execute(tx)
    if (wait === undefined) await sayBroken(tx, tenant, one, setting, reason)
  })
}

/**
 * Sends what is due in a tenant; with other processes, each once unless one dies in the middle.
 * What its reader has switched off meanwhile, or who has left, is dropped. Answers how many were due.
 */
export async function deliverMessages(db: Database, tenant: number, ways: Ways): Promise<number> {
  const { due, settings } = await db.write(tenant, async (tx) => {
    const claimed = await claim(tx)
    return {
      due: claimed,
      settings: await settingsOf(
        tx,
        claimed.map(({ accountId }) => accountId),
      ),
    }
  })
  await Promise.all(
    due.map(async (one) => {
      const setting = settings.get(one.accountId)!
      const isWanted = one.isMember && setting.ways[one.kind].includes(one.way)
      try {
        if (isWanted) await sendBy(db, tenant, ways, one.way, setting, one)
        await db.write(tenant, (tx) =>
          sql`update message_sending set state = ${isWanted ? 'sent' : 'dropped'},
            sent_at = ${isWanted ? sql`clock_timestamp()` : null}, error = null where id = ${one.id}`.execute(
            tx,
          ),
        )
      } catch (error) {
        // What cannot even be noted keeps no other waiting, and its claims are counted.
        await settle(db, tenant, one, setting, error).catch((fault: unknown) =>
          noteFault(`message ${one.id}`, fault),
        )
      }
    }),
  )
  return due.length
}

/** Sends what is due everywhere. */
export async function deliverEverywhere(db: Database, ways: Ways): Promise<void> {
  const tenants = await db.platform((tx) =>
    rows<{ tenantId: number }>(tx, sql`select tenant_id from furrow_sending_tenants()`),
  )
  // A tenant whose people's robots are slow keeps no other waiting.
  await Promise.all(
    tenants.map(({ tenantId }) =>
      deliverMessages(db, tenantId, ways).catch((fault: unknown) =>
        noteFault(`messages of tenant ${tenantId}`, fault),
      ),
    ),
  )
}
