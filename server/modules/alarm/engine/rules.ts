import { sql } from 'kysely'
import { isActiveAt, type ActiveSpan } from '#contract/automation/active-hours.ts'
import {
  measuredTriggers,
  type AlarmLevel,
  type alarmActions,
  type alarmOperators,
  type alarmTriggers,
} from '#contract/alarm/alarm-rule.ts'
import { meansChannel } from '#contract/alarm/alarm-reason.ts'
import { rows, type Database, type Sql, type Tx } from '#server/db/database.ts'
import type { Condition } from './machine.ts'
import type { Silence } from './silence.ts'

/** A rule as it is stored; what is left empty in the scope means all. */
export interface Rule {
  id: number
  name: string
  level: AlarmLevel
  deviceType: string
  areaId: number | null
  landId: number | null
  deviceIds: number[]
  trigger: keyof typeof alarmTriggers
  metric: string | null
  operator: keyof typeof alarmOperators | null
  value: number | null
  value2: number | null
  severeValue: number | null
  times: number | null
  rateMinutes: number | null
  faultCode: number | null
  hysteresis: number | null
  clearValue: number | null
  fallFlag: 0 | 1
  activeHours: ActiveSpan[]
  /** Of the tenant's clock. */
  zone: string
  durationSeconds: number
  silentMinutes: number
  clearSeconds: number
  repeatFlag: 0 | 1
  silenceSeconds: number
  action: keyof typeof alarmActions
}
/** A device as far as rules ask. */
export interface Watched {
  id: number
  name: string
  deviceType: string
  areaId: number | null
  landId: number | null
  reportMinutes: number
}

const secondMs = 1000
const minuteMs = 60_000
export const isMeasured = ({ trigger }: Pick<Rule, 'trigger'>) => measuredTriggers.includes(trigger)
export const inScope = (rule: Rule, device: Watched) =>
  rule.deviceType === device.deviceType &&
  (rule.areaId === null || rule.areaId === device.areaId) &&
  (rule.landId === null || rule.landId === device.landId) &&
  (rule.deviceIds.length === 0 || rule.deviceIds.includes(device.id))
export const watches = (rule: Rule, channel: string) =>
  rule.metric === null || meansChannel(rule.metric, channel)
/** The same question of a table of devices called `d`. */
export const scopeSql = (
  rule: Rule,
): Sql => sql`d.device_type = ${rule.deviceType} and d.enabled_flag = 1
  ${rule.areaId === null ? sql`` : sql`and d.area_id = ${rule.areaId}`} ${rule.landId === null ? sql`` : sql`and d.land_id = ${rule.landId}`}
  ${rule.deviceIds.length === 0 ? sql`` : sql`and d.id = any(${rule.deviceIds}::bigint[])`}`

/** How long a value may stand for the present: two reporting periods. */
export const gapOf = ({ reportMinutes }: Watched) => Math.max(2, 2 * reportMinutes) * minuteMs
/** Values older than this when they come are history, and raise nothing. */
export const freshMs = (device: Watched) => Math.max(gapOf(device), 10 * minuteMs)

const whole = { value2: null, severeValue: null, hysteresis: 0, clearValue: null, falls: false }
export const activeOf =
  ({ activeHours, zone }: Pick<Rule, 'activeHours' | 'zone'>) =>
  (at: number) =>
    isActiveAt(activeHours, zone, at)
/** What a rule asks of the series that its trigger makes of the values (`seriesOf`). */
export const conditionOf = (rule: Rule): Condition => {
  const limits = limitsFor(rule)
  if (rule.trigger === 'count')
    return { ...limits, ...whole, operator: 'above', value: (rule.times ?? 1) - 1 }
  if (rule.trigger === 'fault')
    return {
      ...limits,
      ...whole,
      ...(rule.faultCode
        ? { operator: 'equals', value: rule.faultCode }
        : { operator: 'above', value: 0 }),
    }
  return limits
}
/** A rule's own limits, of each value. */
export const limitsFor = (rule: Rule): Condition => ({
  operator: rule.operator ?? 'above',
  value: signOf(rule) * (rule.value ?? 0),
  value2: rule.value2,
  severeValue: rule.severeValue === null ? null : signOf(rule) * rule.severeValue,
  hysteresis: rule.trigger === 'rate' ? 0 : (rule.hysteresis ?? 0),
  clearValue: rule.trigger === 'threshold' ? rule.clearValue : null,
  falls: rule.fallFlag === 1,
  isActive: activeOf(rule),
  level: rule.level,
  durationMs: rule.durationSeconds * secondMs,
  clearMs: rule.clearSeconds * secondMs,
})
/** A fall by more than the limit is a change below its negative. */
const signOf = ({ trigger, operator }: Rule) =>
  trigger === 'rate' && operator === 'below' ? -1 : 1
export const windowOf = ({ rateMinutes }: Pick<Rule, 'rateMinutes'>) =>
  (rateMinutes ?? 1) * minuteMs
export const silenceOf = (rule: Pick<Rule, 'silenceSeconds' | 'repeatFlag'>): Silence => ({
  silenceMs: rule.silenceSeconds * secondMs,
  isRepeating: rule.repeatFlag === 1,
})

/** What an alarm remembers of its rule. */
export const limitsOf = ({
  operator,
  value,
  value2,
  severeValue,
  times,
  rateMinutes,
  faultCode,
  clearValue,
  hysteresis,
  durationSeconds,
  silentMinutes,
  clearSeconds,
  silenceSeconds,
  repeatFlag,
}: Rule) => ({
  operator,
  value,
  value2,
  severeValue,
  times,
  rateMinutes,
  faultCode,
  clearValue,
  hysteresis,
  durationSeconds,
  silentMinutes,
  clearSeconds,
  silenceSeconds,
  repeatFlag,
})

export const ruleFields = sql`id, name, level, device_type, area_id, land_id, device_ids, trigger,
  metric, operator, value, value2, severe_value, times, rate_minutes, fault_code, hysteresis,
  clear_value, fall_flag, active_hours, (select t.time_zone from tenant t where t.id = alarm_rule.tenant_id) as zone,
  duration_seconds, silent_minutes, clear_seconds, repeat_flag, silence_seconds, action`
export const watchedFields = sql`d.id, d.name, d.device_type, d.area_id, d.land_id, d.report_minutes`

export const rulesChannel = 'furrow_alarm_rules'
/** Every process reads the tenant's rules anew, when and only when the transaction commits. */
export const rulesChanged = (tx: Tx, tenant: number) =>
  sql`select pg_notify(${rulesChannel}, ${String(tenant)})`.execute(tx)

/** The tenant's clock may be set to another zone meanwhile. */
const heldMs = 60_000
/** The rules in force, read once per tenant until one changes, and after a while in any case. */
export class RuleCache {
  readonly #known = new Map<number, { at: number; rules: Promise<Rule[]> }>()
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  of(tenant: number): Promise<Rule[]> {
    const known = this.#known.get(tenant)
    if (known && performance.now() - known.at < heldMs) return known.rules
    const read = this.#db.read(tenant, (tx) =>
      rows<Rule>(tx, sql`select ${ruleFields} from alarm_rule where enabled_flag = 1 order by id`),
    )
    this.#known.set(tenant, { at: performance.now(), rules: read })
    read.catch(() => this.#known.delete(tenant))
    return read
  }
  forget(tenant: number): void {
    this.#known.delete(tenant)
  }
}
