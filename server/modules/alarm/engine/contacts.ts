import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { alarmScreen } from '#contract/alarm/alarm-calls.ts'
import type { AlarmChannel } from '#contract/alarm/alarm-contact.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { holdersOf, listenersOf } from '#server/http/listeners.ts'

/** Somebody who may be told, with what it takes to tell them. */
export interface Contact {
  id: number
  name: string
  accountId: number
  phone: string | null
  language: Language
  channel: AlarmChannel
  areaIds: number[]
  deviceTypes: string[]
  minLevel: number
  weekdays: string[]
  fromHour: number | null
  toHour: number | null
  stage: number
  escalateMinutes: number | null
}
export const contactsOf = (tx: Tx) =>
  rows<Contact>(
    tx,
    sql`select c.id, c.name, m.account_id, a.phone, a.language, c.channel, c.area_ids,
      c.device_types, c.min_level, c.weekdays, c.from_hour, c.to_hour, c.stage, c.escalate_minutes
  from alarm_contact c join member m on m.tenant_id = c.tenant_id and m.id = c.user_id
  and m.enabled_flag = 1 join account a on a.id = m.account_id and a.enabled_flag = 1
  where c.enabled_flag = 1 order by c.stage, c.id`,
  )

type Hearer = Pick<Contact, 'accountId' | 'channel'>
const isPerson = ({ channel }: Hearer) => channel === 'bell' || channel === 'sms'
/** Whether a contact may know of what stands on a base, or on none. */
type Hearing = (contact: Hearer, areaId: number | null) => boolean
const accountsOf = (contacts: readonly Hearer[]) =>
  contacts.filter(isPerson).map(({ accountId }) => accountId)
/**
 * Nobody is told under the bell or by SMS of what they could not look up at this moment. A robot
 * speaks to its group, whose
 * members whoever set it up answers for.
 */
export async function hearingOf(
  tx: Tx,
  tenant: number,
  contacts: readonly Hearer[],
  code: string,
): Promise<Hearing> {
  const hears = await listenersOf(tx, tenant, accountsOf(contacts), code)
  return (contact, areaId) => !isPerson(contact) || hears(contact.accountId, areaId)
}
export const seesAlarms = alarmScreen.permission!
/** Whether they may be told of any alarm at all. */
export const mayHear = async (tx: Tx, tenant: number, contact: Hearer) =>
  !isPerson(contact) || (await holdersOf(tx, tenant, [contact.accountId], seesAlarms)).length > 0

/** The hour and the day of the week (Monday is 1) where the farm lies. */
export function localHour(zone: string, now: number): { hour: number; weekday: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    weekday: 'short',
    hourCycle: 'h23',
  }).formatToParts(new Date(now))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return {
    hour: Number(part('hour')),
    weekday: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1,
  }
}
/** Whether somebody is on duty. Over midnight the night belongs to the day it began on. */
export function isOnDuty(
  { weekdays, fromHour, toHour }: Pick<Contact, 'weekdays' | 'fromHour' | 'toHour'>,
  { hour, weekday }: { hour: number; weekday: number },
): boolean {
  const from = fromHour ?? 0
  const to = toHour ?? 24
  const isOvernight = from >= to
  const isHour = isOvernight ? hour >= from || hour < to : hour >= from && hour < to
  const day = isOvernight && hour < to ? ((weekday + 5) % 7) + 1 : weekday
  return isHour && (weekdays.length === 0 || weekdays.includes(String(day)))
}
interface About {
  areaId: number | null
  deviceType: string
  level: number
}
export const isConcerned = (
  { areaIds, deviceTypes, minLevel }: Contact,
  { areaId, deviceType, level }: About,
) =>
  level >= minLevel &&
  (areaIds.length === 0 || (areaId !== null && areaIds.includes(areaId))) &&
  (deviceTypes.length === 0 || deviceTypes.includes(deviceType))
