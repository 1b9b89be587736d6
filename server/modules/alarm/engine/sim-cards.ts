import { sql } from 'kysely'
import type { AlarmLevel } from '#contract/alarm/alarm-rule.ts'
import { simCard, simScreen, type simWarnings } from '#contract/connectivity/sim.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { listenersOf } from '#server/http/listeners.ts'
import { announce } from '#server/live/events.ts'
import {
  contactsOf,
  hearingOf,
  isConcerned,
  isOnDuty,
  localHour,
  type Contact,
} from './contacts.ts'
import { ring } from './notify.ts'
import { levelWord, type Say, type Text } from './words.ts'
import { html } from '#server/live/letters.ts'

interface Card {
  id: number
  iccid: string
  expiresOn: string | null
  quotaMb: number | null
  usedMb: number
  expiry: number
  quota: number
  managerExpiry: number
  managerQuota: number
  toldExpiry: number
  toldQuota: number
  deviceName: string | null
  deviceType: string | null
  areaId: number | null
}
interface Due {
  card: Card
  what: keyof typeof simWarnings
  level: AlarmLevel
}

/** What is said at each step, from the first on. */
const ofExpiry: readonly Omit<Due, 'card'>[] = [
  { what: 'expires30', level: 2 },
  { what: 'expires7', level: 3 },
  { what: 'expired', level: 3 },
]
const ofQuota: readonly Omit<Due, 'card'>[] = [
  { what: 'quota80', level: 2 },
  { what: 'quota100', level: 3 },
]
const mostLines = 20

/**
 * Tells the contacts on duty of cards that came nearer to their end or to the end of their plan:
 * once for each step, and
 * again only after a renewal took the card back. What nobody is there for waits until somebody is.
 */
export async function tellOfCards(
  tx: Tx,
  tenant: number,
  say: Say,
  now = Date.now(),
): Promise<void> {
  const cards = await rows<Card>(
    tx,
    sql`select v.id, v.iccid, v.expires_on, v.quota_mb, v.used_mb, v.expiry, v.quota, v.told_expiry,
      v.told_quota, v.manager_expiry, v.manager_quota, d.name as device_name, d.device_type, d.area_id
    from sim_card s join sim_due v on v.tenant_id = s.tenant_id and v.id = s.id
    left join lateral (select o.name, o.device_type, o.area_id from device o
    where o.tenant_id = s.tenant_id and o.iccid = s.iccid order by o.id limit 1) d on true
    where v.expiry <> v.told_expiry or v.quota <> v.told_quota or v.expiry <> v.manager_expiry
    or v.quota <> v.manager_quota order by s.id for update of s skip locked`,
  )
  if (cards.length === 0) return
  const zone = (await row<{ timeZone: string }>(
    tx,
    sql`select time_zone from tenant where id = ${tenant}`,
  ))!.timeZone
  const hour = localHour(zone, now)
  const onDuty = (await contactsOf(tx)).filter((one) => isOnDuty(one, hour))
  const hears = await hearingOf(tx, tenant, onDuty, simCard.permissions.list)
  const byContact = new Map<Contact, Due[]>()
  for (const card of cards) {
    const due: Due[] = [
      ...(card.expiry > card.toldExpiry ? [{ card, ...ofExpiry[card.expiry - 1]! }] : []),
      ...(card.quota > card.toldQuota ? [{ card, ...ofQuota[card.quota - 1]! }] : []),
    ]
    let { toldExpiry, toldQuota } = {
      toldExpiry: Math.min(card.toldExpiry, card.expiry),
      toldQuota: Math.min(card.toldQuota, card.quota),
    }
    for (const one of due) {
      const able = onDuty.filter(
        (contact) =>
          isConcerned(contact, {
            areaId: card.areaId,
            deviceType: card.deviceType ?? '',
            level: one.level,
          }) && hears(contact, card.areaId),
      )
      const asked = able.filter(({ stage }) => stage === able[0]!.stage)
      if (asked.length === 0) continue
      if (one.what.startsWith('quota')) toldQuota = card.quota
      else toldExpiry = card.expiry
      for (const contact of asked) byContact.set(contact, [...(byContact.get(contact) ?? []), one])
    }
    if (toldExpiry !== card.toldExpiry || toldQuota !== card.toldQuota)
      await sql`update sim_card set told_expiry = ${toldExpiry}, told_quota = ${toldQuota}
        where id = ${card.id}`.execute(tx)
  }
  for (const [contact, list] of byContact) await send(tx, tenant, say, contact, list)
  await tellManagers(tx, tenant, say, cards)
}

/**
 * Whoever looks after cards hears of each step once, at any hour, unless they are a contact: those
 * are told by their own rules.
 */
async function tellManagers(
  tx: Tx,
  tenant: number,
  say: Say,
  cards: readonly Card[],
): Promise<void> {
  const due = cards.flatMap((card): Due[] => [
    ...(card.expiry > card.managerExpiry ? [{ card, ...ofExpiry[card.expiry - 1]! }] : []),
    ...(card.quota > card.managerQuota ? [{ card, ...ofQuota[card.quota - 1]! }] : []),
  ])
  await sql`update sim_card s set manager_expiry = v.expiry, manager_quota = v.quota from sim_due v
    where v.tenant_id = s.tenant_id and v.id = s.id
    and s.id = any(${cards.map(({ id }) => id)}::bigint[]) and (s.manager_expiry <> v.expiry
    or s.manager_quota <> v.quota)`.execute(tx)
  if (due.length === 0) return
  const people = await rows<{ accountId: number; language: Contact['language'] }>(
    tx,
    sql`select m.account_id, a.language from member m join account a on a.id = m.account_id and a.enabled_flag = 1
    where m.enabled_flag = 1 and not exists (select 1 from alarm_contact c where c.user_id = m.id
    and c.enabled_flag = 1) order by m.account_id`,
  )
  const hears = await listenersOf(
    tx,
    tenant,
    people.map(({ accountId }) => accountId),
    simCard.permissions.edit,
  )
  for (const { accountId, language } of people) {
    const own = due.filter(({ card }) => hears(accountId, card.areaId))
    if (own.length === 0) continue
    const { subject, body } = textOf(say, language, own)
    const link = own.length === 1 ? `${simScreen.route}/info/${own[0]!.card.id}` : simScreen.route
    await sql`insert into user_message (account_id, subject, content, published_by_user)
      values (${accountId}, ${subject}, ${`${body
        .split('\n')
        .map((line) => `<p>${html(line)}</p>`)
        .join('')}<p><a href="${link}">${html(say(language, 'simNotice.open'))}</a></p>`},
        ${say(language, 'simNotice.sender')})`.execute(tx)
    await announce(tx, {
      tenant,
      resource: 'messages',
      ids: [],
      kind: 'created',
      account: accountId,
    })
  }
}

async function send(
  tx: Tx,
  tenant: number,
  say: Say,
  contact: Contact,
  list: readonly Due[],
): Promise<void> {
  const text = textOf(
    say,
    contact.language,
    contact.channel === 'sms'
      ? list.map((one) => ({ ...one, card: { ...one.card, deviceName: null } }))
      : list,
  )
  await sql`insert into alarm_notice (kind, contact_id, contact_name, account_id, channel, subject,
    body, state, sent_at) values ('card', ${contact.id}, ${contact.name}, ${contact.accountId},
    ${contact.channel}, ${text.subject}, ${text.body},
    ${contact.channel === 'bell' ? 'sent' : 'queued'},
      ${contact.channel === 'bell' ? sql`clock_timestamp()` : null})`.execute(tx)
  if (contact.channel !== 'bell') return
  const path = `/system/sim-manage${list.length === 1 ? `/info/${list[0]!.card.id}` : ''}`
  await ring(tx, tenant, say, [
    { contact, text, alarmId: null, to: { path, label: say(contact.language, 'simNotice.open') } },
  ])
}

/** Many cards at once are one message. */
function textOf(say: Say, language: Contact['language'], list: readonly Due[]): Text {
  const what = (one: Due) => say(language, `simCard.options.warning.${one.what}`)
  const line = (one: Due) => {
    const { iccid, deviceName, expiresOn, usedMb, quotaMb } = one.card
    const facts = one.what.startsWith('quota')
      ? say(language, 'simNotice.used', { used: usedMb, quota: quotaMb ?? 0 })
      : say(language, 'simNotice.ends', { date: expiresOn ?? '' })
    return say(language, deviceName ? 'simNotice.lineOfDevice' : 'simNotice.line', {
      iccid,
      device: deviceName ?? '',
      what: what(one),
      facts,
    })
  }
  const level = levelWord(say, language, Math.max(...list.map((one) => one.level)))
  const [first] = list
  const subject =
    list.length === 1
      ? say(language, 'simNotice.one', { level, what: what(first!), iccid: first!.card.iccid })
      : say(language, 'simNotice.many', { level, count: list.length })
  const more =
    list.length > mostLines
      ? [say(language, 'simNotice.more', { count: list.length - mostLines })]
      : []
  return { subject, body: [...list.slice(0, mostLines).map(line), ...more].join('\n') }
}
