import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import type { AlarmChannel } from '#contract/equipment/alarm-contact.ts'
import { rows, type Tx } from '#server/db/database.ts'

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
export const contactsOf = (tx: Tx) => rows<Contact>(tx, sql`select c.id, c.name, m.account_id, a.phone, a.language, c.channel, c.area_ids, c.device_types, c.min_level, c.weekdays, c.from_hour, c.to_hour, c.stage, c.escalate_minutes
  from alarm_contact c join member m on m.tenant_id = c.tenant_id and m.id = c.user_id and m.enabled_flag = 1 join account a on a.id = m.account_id and a.enabled_flag = 1
  where c.enabled_flag = 1 order by c.stage, c.id`)

/** The hour and the day of the week (Monday is 1) where the farm lies. */
export function localHour(zone: string, now: number): { hour: number; weekday: number } {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', weekday: 'short', hourCycle: 'h23' }).formatToParts(new Date(now))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return { hour: Number(part('hour')), weekday: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1 }
}
/** Whether somebody is on duty. Over midnight the night belongs to the day it began on. */
export function isOnDuty({ weekdays, fromHour, toHour }: Pick<Contact, 'weekdays' | 'fromHour' | 'toHour'>, { hour, weekday }: { hour: number; weekday: number }): boolean {
  const from = fromHour ?? 0
  const to = toHour ?? 24
  const isOvernight = from >= to
  const isHour = isOvernight ? hour >= from || hour < to : hour >= from && hour < to
  const day = isOvernight && hour < to ? ((weekday + 5) % 7) + 1 : weekday
  return isHour && (weekdays.length === 0 || weekdays.includes(String(day)))
}
interface About { areaId: number | null; deviceType: string; level: number }
export const isConcerned = ({ areaIds, deviceTypes, minLevel }: Contact, { areaId, deviceType, level }: About) =>
  level >= minLevel && (areaIds.length === 0 || (areaId !== null && areaIds.includes(areaId))) && (deviceTypes.length === 0 || deviceTypes.includes(deviceType))
