import { sql } from 'kysely'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { placeOf } from '#contract/devices/switch-places.ts'
import type { RuleAction, RuleCondition, RuleTrigger } from '#contract/automation/control-rule.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import { isCron, isOnce, nextOf } from '#server/modules/automation/engine/clock.ts'
import { zoneOf } from '#server/modules/automation/engine/rules.ts'
import { controlsAll, maySee } from '#server/modules/equipment/device-access.ts'

type Values = Record<string, unknown>
const line = (field: string, at: number, code: string) =>
  invalidFields({ [field]: { code, params: { at: at + 1 } } })
type Types = ReadonlyMap<number, DeviceType>

function checkLimit(
  field: string,
  at: number,
  one: Pick<RuleTrigger, 'deviceId' | 'metric' | 'operator' | 'value' | 'value2'>,
  types: Types,
): void {
  const type = types.get(one.deviceId ?? 0)
  if (!type) throw line(field, at, 'rule.device')
  if (!one.metric || !channelOf(type, one.metric)) throw line(field, at, 'rule.metric')
  if (!one.operator) throw line(field, at, 'rule.operator')
  if (one.value === null || one.value === undefined) throw line(field, at, 'rule.value')
  const isTwoSided = one.operator === 'between' || one.operator === 'outside'
  if (isTwoSided && (one.value2 === null || one.value2 === undefined || one.value2 <= one.value))
    throw line(field, at, 'rule.value2')
}
function checkAction(
  at: number,
  { deviceId, groupId, channel, value, holdSeconds }: RuleAction,
  types: Types,
  groups: ReadonlyMap<number, readonly number[]>,
): void {
  if ((deviceId ? 1 : 0) + (groupId ? 1 : 0) !== 1) throw line('actions', at, 'rule.target')
  const members = deviceId ? [deviceId] : groups.get(groupId!)
  if (!members?.some((id) => types.has(id))) throw line('actions', at, 'rule.target')
  const places = members
    .flatMap((id) => types.get(id) ?? [])
    .flatMap((type) => {
      const place = placeOf(type, channel)
      return place ? [{ kind: place.about.kind, reading: type.readings[place.about.reading]! }] : []
    })
  if (places.length === 0) throw line('actions', at, 'rule.channel')
  const fits = places.every(({ kind, reading }) =>
    kind === 'level'
      ? value >= reading.min && value <= reading.max
      : (kind === 'direction' ? [0, 1, 2] : [0, 1]).includes(value),
  )
  if (!fits) throw line('actions', at, 'rule.action_value')
  // What is held goes back to 0.
  if (
    holdSeconds &&
    (value === 0 ||
      places.some(({ kind, reading }) => kind === 'reset' || (kind === 'level' && reading.min > 0)))
  )
    throw line('actions', at, 'rule.hold')
}

/**
 * What triggers, conditions and actions must be to mean anything. Errors: 422 at the field, with
 * the place in its list.
 */
export async function meaningful(
  tx: Tx,
  tenant: number,
  values: Values,
  held: ReadonlySet<string>,
  isNew = true,
): Promise<Values> {
  const { triggers, conditions, actions, quietFrom, quietTo } = values as {
    triggers?: RuleTrigger[]
    conditions?: RuleCondition[]
    actions: RuleAction[]
    quietFrom?: string
    quietTo?: string
  }
  const found = await rows<{ id: number; deviceIds: number[] }>(
    tx,
    sql`select id, device_ids from device_group
      where id = any(${actions.flatMap(({ groupId }) => groupId ?? [])}::bigint[])`,
  )
  const groups = new Map(found.map(({ id, deviceIds }) => [id, deviceIds]))
  const ids = [...(triggers ?? []), ...(conditions ?? []), ...actions]
    .flatMap(({ deviceId }) => deviceId ?? [])
    .concat(...groups.values())
  const names = new Map(
    (
      await rows<{ id: number; deviceType: string }>(
        tx,
        sql`select id, device_type from device where id = any(${ids}::bigint[])`,
      )
    ).map(({ id, deviceType }) => [id, deviceType]),
  )
  const zone = await zoneOf(tx, tenant)
  const types: Types = new Map(
    [...names].map(([id, deviceType]) => [id, deviceTypeNamed(deviceType)]),
  )
  for (const [at, one] of (triggers ?? []).entries()) {
    if (one.kind === 'device') checkLimit('triggers', at, one, types)
    else if (!one.cron || !isCron(one.cron)) throw line('triggers', at, 'rule.cron')
    // One that has come already is kept beside others, and is no reason not to have a rule back.
    else if (isNew && isOnce(one.cron) && nextOf([one.cron], zone, Date.now()) === null)
      throw line('triggers', at, 'rule.past')
  }
  for (const [at, one] of (conditions ?? []).entries()) checkLimit('conditions', at, one, types)
  for (const [at, one] of actions.entries()) checkAction(at, one, types, groups)
  // It acts in the name of whoever saves it: they must be able to do by hand what it does, and see
  // what it looks at.
  const moved = actions
    .flatMap(({ deviceId, groupId }) => (deviceId ? [deviceId] : (groups.get(groupId!) ?? [])))
    .flatMap((id) => names.get(id) ?? [])
  controlsAll(held, moved)
  for (const { deviceId } of [...(triggers ?? []), ...(conditions ?? [])]) {
    const name = names.get(deviceId ?? 0)
    if (name && !maySee(held, name))
      throw new HttpError(403, 'error.permission.mismatch', {
        extra: { missing: [deviceTypeNamed(name).permissions.list] },
      })
  }
  if (!quietFrom !== !quietTo)
    throw invalidFields({ [quietFrom ? 'quietTo' : 'quietFrom']: { code: 'field.required' } })
  return values
}
