import { sql } from 'kysely'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import { meansChannel, readingOf } from '#contract/alarm/alarm-reason.ts'
import { alarmRule, backTestRule } from '#contract/alarm/alarm-rule.ts'
import { completed } from '#server/db/complete.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import { backTest } from '#server/modules/alarm/engine/back-test.ts'
import { rulesChanged, type Rule } from '#server/modules/alarm/engine/rules.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { tapTypesHere } from '#server/modules/command/engine/irrigation.ts'
import type { Services } from '#server/services/services.ts'
import { controlsAll, maySee } from '#server/modules/equipment/device-access.ts'

type Values = Record<string, unknown>
const twoSided = new Set(['between', 'outside'])
const oneSided = new Set(['above', 'atLeast', 'below', 'atMost'])
const ofChanges = new Set(['above', 'below', 'either'])

/** What the limits of a rule must be to mean anything. Errors: 422 at the field. */
async function meaningful(tx: Tx, values: Values): Promise<Values> {
  const {
    trigger,
    operator,
    value,
    value2,
    severeValue,
    clearValue,
    hysteresis,
    faultCode,
    metric,
    deviceType,
    areaId,
    deviceIds,
  } = values as unknown as Rule
  const isLimited = trigger === 'threshold' || trigger === 'rate' || trigger === 'count'
  const type = deviceTypeNamed(deviceType)
  const about = metric ? readingOf(type, metric) : null
  if ((isLimited || trigger === 'fault') && !metric)
    throw invalidFields({ metric: { code: 'field.required' } })
  if (trigger !== 'offline' && metric && !about)
    throw invalidFields({ metric: { code: 'alarm.unknown_metric' } })
  if (
    trigger === 'command' &&
    !switchPlaces(type).some(({ channel }) => !metric || meansChannel(metric, channel))
  )
    throw invalidFields({ [metric ? 'metric' : 'deviceType']: { code: 'alarm.nothing_moved' } })
  if (trigger === 'fault' && !about!.isFault)
    throw invalidFields({ metric: { code: 'alarm.no_fault' } })
  if (trigger === 'fault' && faultCode && faultCode > about!.max)
    throw invalidFields({ faultCode: { code: 'alarm.unknown_fault' } })
  if (isLimited) {
    if (trigger === 'rate' ? !ofChanges.has(operator!) : operator === 'either')
      throw invalidFields({
        operator: { code: trigger === 'rate' ? 'alarm.rate_operator' : 'alarm.value_operator' },
      })
    if (trigger === 'rate' && value! <= 0)
      throw invalidFields({ value: { code: 'alarm.rate_limit' } })
    if (trigger !== 'rate' && twoSided.has(operator!) && value2! <= value!)
      throw invalidFields({ value2: { code: 'alarm.second_limit' } })
    if (severeValue !== null && severeValue !== undefined) {
      if (trigger === 'count') throw invalidFields({ severeValue: { code: 'alarm.count_severe' } })
      // Of a fall, the greater one is the worse one.
      const isAbove = operator === 'above' || operator === 'atLeast' || trigger === 'rate'
      if (
        !twoSided.has(operator!) &&
        operator !== 'equals' &&
        operator !== 'notEquals' &&
        (isAbove ? severeValue <= value! : severeValue >= value!)
      )
        throw invalidFields({ severeValue: { code: 'alarm.severe_limit' } })
    }
  }
  if (isLimited && clearValue !== null && clearValue !== undefined) {
    if (trigger !== 'threshold' || !oneSided.has(operator!) || hysteresis)
      throw invalidFields({
        clearValue: { code: hysteresis ? 'alarm.one_way_back' : 'alarm.clear_trigger' },
      })
    if (operator === 'above' || operator === 'atLeast' ? clearValue > value! : clearValue < value!)
      throw invalidFields({ clearValue: { code: 'alarm.clear_limit' } })
  }
  if (areaId && deviceIds?.length > 0) {
    const elsewhere = await row(
      tx,
      sql`select 1 from device where id = any(${deviceIds}::bigint[]) and area_id <> ${areaId}`,
    )
    if (elsewhere) throw invalidFields({ deviceIds: { code: 'field.elsewhere' } })
  }
  return values
}

/**
 * A rule speaks and acts in the name of whoever saves it. Errors: 403 for types that they do not
 * see, or what irrigates and they may not stop.
 */
async function requireReach(
  tx: Tx,
  codes: ReadonlySet<string>,
  { deviceType, action }: Pick<Rule, 'deviceType' | 'action'>,
): Promise<void> {
  if (!maySee(codes, deviceType))
    throw new HttpError(403, 'error.permission.mismatch', {
      extra: { missing: [deviceTypeNamed(deviceType).permissions.list] },
    })
  if (action === 'stopIrrigation') controlsAll(codes, await tapTypesHere(tx))
}

/** Rules of alarms, and what they would have done. */
export function alarmRules(app: Services): void {
  crud(app, alarmRule, {
    prepare: async (values, _before, { tx }, { codes }) => {
      await requireReach(tx, codes, values as unknown as Rule)
      return meaningful(tx, values)
    },
    restored: async (id, _content, { tx }, { codes, tenant }) => {
      await requireReach(tx, codes, (await demand(tx, alarmRule, id, 'show')) as unknown as Rule)
      await rulesChanged(tx, tenant)
    },
    after: async (_action, _row, { tx }, { tenant }) => void (await rulesChanged(tx, tenant)),
  })
  serve(
    app,
    backTestRule,
    ({ id: _id, objectVersionNumber: _version, ...given }, { read, codes, tenant }) =>
      read(async (tx) => {
        await requireReach(tx, codes, given as unknown as Rule)
        const values = await meaningful(tx, await completed(tx, alarmRule, given))
        const { zone } = (await row<{ zone: string }>(
          tx,
          sql`select time_zone as zone from tenant where id = ${tenant}`,
        ))!
        const empty = {
          areaId: null,
          landId: null,
          metric: null,
          operator: null,
          value: null,
          value2: null,
          severeValue: null,
          times: null,
          rateMinutes: null,
          faultCode: null,
          hysteresis: null,
          clearValue: null,
          fallFlag: 0,
          activeHours: [],
          zone,
        }
        const usual = await row<Partial<Rule>>(
          tx,
          sql`select * from (values (0, 10, 0, 0, 1800, 'alarm')) as usual (duration_seconds,
            silent_minutes, clear_seconds, repeat_flag, silence_seconds, action)`,
        )
        const said = Object.fromEntries(
          Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
        )
        return backTest(tx, {
          ...empty,
          deviceIds: [],
          ...usual,
          ...said,
          id: 0,
          name: '',
        } as unknown as Rule)
      }),
  )
}
