import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/database.ts'
import { announce } from '#server/live/events.ts'
import { channelNameSql } from './channel-name.ts'
import {
  contactsOf,
  hearingOf,
  isConcerned,
  isOnDuty,
  localHour,
  seesAlarms,
  type Contact,
} from './contacts.ts'
import { isNoticeDue } from './silence.ts'
import { shortTextOf, textOf, type NoticeKind, type Say, type Text, type Told } from './words.ts'
import { html } from '#server/live/letters.ts'

/** Something of an alarm that people may have to be told. */
export interface Item {
  alarmId: number
  kind: Exclude<NoticeKind, 'digest'>
}
interface Stand extends Told {
  areaId: number | null
  ruleId: number | null
  deviceId: number
  action: string
  state: string
  stage: number | null
  noticeCount: number
  mutedUntil: string | null
  acknowledgedAt: string | null
  /** The last notice of this rule and device, of whichever alarm. */
  spokenAt: string | null
}
interface Planned {
  alarm: Stand
  kind: Item['kind']
  contact: Contact
  text: Text
  state: 'queued' | 'sent' | 'folded'
}

const untold: Text = { subject: '', body: '' }
/** More notices than this of one base, to one contact within five minutes, become a digest. */
const mostBeforeDigest = 20
const stormMinutes = 5
const digestAfterSeconds = 60

/**
 * Plans and stores notices, in the transaction of what they tell of; those to the bell are there
 * with it. What is muted,
 * silent, or nobody's business is left out; a storm is folded.
 */
export async function notify(
  tx: Tx,
  tenant: number,
  say: Say,
  items: readonly Item[],
  now = Date.now(),
): Promise<void> {
  if (items.length === 0) return
  const contacts = await contactsOf(tx)
  if (contacts.length === 0) return
  const alarms = new Map(
    (
      await standsOf(
        tx,
        items.map(({ alarmId }) => alarmId),
      )
    ).map((one) => [one.id, one]),
  )
  const zone = (await row<{ timeZone: string }>(
    tx,
    sql`select time_zone from tenant where id = ${tenant}`,
  ))!.timeZone
  const hour = localHour(zone, now)
  const onDuty = contacts.filter((one) => isOnDuty(one, hour))
  const hears = await hearingOf(tx, tenant, contacts, seesAlarms)
  const informed = await informedOf(tx, items)
  const load = await loadOf(tx)
  const planned: Planned[] = []
  const stages: { id: number; stage: number; kind: Item['kind'] }[] = []
  const silenced: number[] = []
  for (const { alarmId, kind: asIs } of items) {
    const alarm = alarms.get(alarmId)
    if (
      !alarm ||
      alarm.action === 'record' ||
      (alarm.mutedUntil !== null && Date.parse(alarm.mutedUntil) > now)
    )
      continue
    const able = onDuty.filter((one) => isConcerned(one, alarm) && hears(one, alarm.areaId))
    const next = nextStage(able, alarm.stage)
    // With nobody left to go on to, the same people hear of it again.
    const kind = asIs === 'escalated' && next === undefined ? 'repeat' : asIs
    if ((kind === 'raised' || kind === 'repeat') && !isDue(alarm, now)) {
      if (kind === 'raised') silenced.push(alarmId)
      continue
    }
    const stage = kind === 'escalated' ? next : (alarm.stage ?? able[0]?.stage)
    const asked =
      kind === 'cleared'
        ? contacts.filter((one) => informed.has(`${alarmId}/${one.id}`) && hears(one, alarm.areaId))
        : able.filter((one) =>
            kind === 'escalated' ? one.stage === stage : one.stage <= (stage ?? 0),
          )
    if (asked.length === 0) continue
    if (kind !== 'cleared' && stage !== undefined) stages.push({ id: alarmId, stage, kind })
    for (const contact of asked) {
      const key = `${contact.id}/${alarm.areaId}`
      const count = (load.get(key) ?? 0) + 1
      load.set(key, count)
      const isFolded = count > mostBeforeDigest
      planned.push({
        alarm,
        kind,
        contact,
        text: isFolded
          ? untold
          : (contact.channel === 'sms' ? shortTextOf : textOf)(
              say,
              contact.language,
              kind,
              alarm,
              zone,
            ),
        state: isFolded ? 'folded' : contact.channel === 'bell' ? 'sent' : 'queued',
      })
    }
  }
  await store(tx, planned)
  await ring(
    tx,
    tenant,
    say,
    planned
      .filter(({ state }) => state === 'sent')
      .map(({ contact, text, alarm }) => ({ contact, text, alarmId: alarm.id })),
  )
  await gather(
    tx,
    planned.filter(({ state }) => state === 'folded'),
  )
  await sql`update alarm a set notice_count = notice_count + 1,
    noticed_at = to_timestamp(${now / 1000}),
    stage_at = case when a.stage = g.stage then a.stage_at else to_timestamp(${now / 1000}) end, stage = g.stage
    from unnest(${stages.map(({ id }) => id)}::bigint[],
    ${stages.map(({ stage }) => stage)}::int[]) as g (id, stage) where a.id = g.id`.execute(tx)
  const escalated = stages.filter(({ kind }) => kind === 'escalated')
  await sql`insert into alarm_journal (alarm_id, kind, detail)
    select id, 'escalated', jsonb_build_object('stage', stage)
    from unnest(${escalated.map(({ id }) => id)}::bigint[],
    ${escalated.map(({ stage }) => stage)}::int[]) as g (id, stage)
    union all select unnest(${silenced}::bigint[]), 'silenced', '{}'`.execute(tx)
}

const standsOf = (tx: Tx, ids: readonly number[]) =>
  rows<Stand>(
    tx,
    sql`select a.id, a.rule_id, a.rule_name, a.device_id, a.device_name, a.device_type, a.area_id,
      a.metric, ${channelNameSql(sql`a.device_id`, sql`a.metric`)} as channel_name, a.trigger,
      a.limits, a.action, a.level, a.state, a.value, a.peak,
    a.began_at, a.cleared_at, a.stage, a.notice_count, a.muted_until, a.acknowledged_at, r.area_name, l.land_name,
    (select max(o.noticed_at) from alarm o where o.rule_id = a.rule_id and o.device_id = a.device_id) as spoken_at
  from alarm a left join area r on r.tenant_id = a.tenant_id and r.id = a.area_id left
  join land l on l.tenant_id = a.tenant_id and l.id = a.land_id
  where a.id = any(${[...new Set(ids)]}::bigint[])`,
  )

const isDue = ({ limits, noticeCount, spokenAt }: Stand, now: number) =>
  isNoticeDue(
    { silenceMs: limits.silenceSeconds * 1000, isRepeating: limits.repeatFlag === 1 },
    { now, count: noticeCount, lastAt: spokenAt === null ? null : Date.parse(spokenAt) },
  )
const nextStage = (able: readonly Contact[], stage: number | null) =>
  able.find((one) => one.stage > (stage ?? 0))?.stage

/**
 * Which contacts know of which alarms, as `alarm/contact`: whoever heard of the beginning hears of
 * the end.
 */
async function informedOf(tx: Tx, items: readonly Item[]): Promise<Set<string>> {
  const cleared = items.filter(({ kind }) => kind === 'cleared').map(({ alarmId }) => alarmId)
  if (cleared.length === 0) return new Set()
  const found = await rows<{ alarmId: number; contactId: number }>(
    tx,
    sql`select distinct alarm_id, contact_id from alarm_notice
      where alarm_id = any(${cleared}::bigint[]) and contact_id is not null and state in ('queued', 'sending', 'sent')`,
  )
  return new Set(found.map(({ alarmId, contactId }) => `${alarmId}/${contactId}`))
}
/** Notices of the last minutes, by `contact/base`. */
async function loadOf(tx: Tx): Promise<Map<string, number>> {
  const found = await rows<{ contactId: number; areaId: number | null; count: number }>(
    tx,
    sql`select contact_id, area_id, count(*) as count from alarm_notice
    where created_at > now() - ${`${stormMinutes} minutes`}::interval and kind <> 'digest'
    and contact_id is not null group by 1, 2`,
  )
  return new Map(found.map(({ contactId, areaId, count }) => [`${contactId}/${areaId}`, count]))
}

const store = (tx: Tx, list: readonly Planned[]) =>
  sql`insert into alarm_notice (alarm_id, kind, contact_id, contact_name, account_id, channel,
    area_id, subject, body, state, sent_at)
  select alarm_id, kind, contact_id, contact_name, account_id, channel, area_id, subject, body,
  state, case when state = 'sent' then clock_timestamp() end from unnest(
    ${list.map(({ alarm }) => alarm.id)}::bigint[], ${list.map(({ kind }) => kind)}::text[],
      ${list.map(({ contact }) => contact.id)}::bigint[],
      ${list.map(({ contact }) => contact.name)}::text[], ${list.map(({ contact }) => contact.accountId)}::bigint[],
    ${list.map(({ contact }) => contact.channel)}::text[],
      ${list.map(({ alarm }) => alarm.areaId)}::bigint[],
      ${list.map(({ text }) => text.subject)}::text[], ${list.map(({ text }) => text.body)}::text[],
      ${list.map(({ state }) => state)}::text[]
  ) as g (alarm_id, kind, contact_id, contact_name, account_id, channel, area_id, subject, body, state)`.execute(
    tx,
  )

/**
 * One digest waits for each contact and base with folded notices; the next comes when the storm has
 * lasted that long again.
 */
const gather = (tx: Tx, folded: readonly Planned[]) =>
  sql`insert into alarm_notice (kind, contact_id, contact_name, account_id, channel, area_id,
    subject, body, state, due_at)
  select 'digest', g.contact_id, g.contact_name, g.account_id, g.channel, g.area_id, '', '', 'queued',
    greatest(now() + ${`${digestAfterSeconds} seconds`}::interval, (select max(d.due_at)
    from alarm_notice d where d.kind = 'digest' and d.contact_id = g.contact_id
    and d.area_id is not distinct from g.area_id) + ${`${stormMinutes} minutes`}::interval)
  from (select distinct * from unnest(${folded.map(({ contact }) => contact.id)}::bigint[],
  ${folded.map(({ contact }) => contact.name)}::text[], ${folded.map(({ contact }) => contact.accountId)}::bigint[],
    ${folded.map(({ contact }) => contact.channel)}::text[],
      ${folded.map(({ alarm }) => alarm.areaId)}::bigint[]) as f (contact_id, contact_name,
      account_id, channel, area_id)) g
  where not exists (select 1 from alarm_notice w where w.kind = 'digest'
  and w.state in ('queued', 'sending') and w.contact_id = g.contact_id and w.area_id is not distinct
  from g.area_id)`.execute(tx)

/** `to`: a path of the console other than the alarm's. */
interface Ring {
  contact: Pick<Contact, 'accountId' | 'language'>
  text: Text
  alarmId: number | null
  to?: { path: string; label: string }
}
/** Puts notices under the console's bell. */
export async function ring(tx: Tx, tenant: number, say: Say, list: readonly Ring[]): Promise<void> {
  if (list.length === 0) return
  const content = ({ contact, text, alarmId, to }: Ring) => {
    const path = to?.path ?? `/web/equipment/warning${alarmId === null ? '' : `?alarm=${alarmId}`}`
    return `${text.body
      .split('\n')
      .map((line) => `<p>${html(line)}</p>`)
      .join(
        '',
      )}<p><a href="${path}">${html(to?.label ?? say(contact.language, 'alarmNotice.open'))}</a></p>`
  }
  await sql`insert into user_message (account_id, subject, content, published_by_user) select *
    from unnest(${list.map(({ contact }) => contact.accountId)}::bigint[],
    ${list.map(({ text }) => text.subject)}::text[],
    ${list.map(content)}::text[], ${list.map(({ contact }) => say(contact.language, 'alarmNotice.sender'))}::text[])`.execute(
    tx,
  )
  for (const account of new Set(list.map(({ contact }) => contact.accountId)))
    await announce(tx, { tenant, resource: 'messages', ids: [], kind: 'created', account })
}
