import { sql } from 'kysely'
import { deviceTypeNamed, deviceTypeNames, type DeviceTypeName } from '#contract/devices/index.ts'
import { shownReadings } from '#contract/devices/device-type.ts'
import { sees } from '#contract/equipment/reach.ts'
import {
  stageQuantities,
  type StageLimits,
  type StageQuantity,
} from '#contract/farm/stage-limits.ts'
import type { StageRule, StageRules } from '#contract/planting/stage-rules.ts'
import { row, rows, type Tx } from '#server/db/database.ts'

/** As many as one rule takes. */
const mostDevices = 100
/** Of a probe the layer that most roots are in, 20 cm down; higher up the sun decides. */
const rootLayer = 2

interface Channel {
  quantity: StageQuantity
  deviceType: DeviceTypeName
  metric: string
  /** It stands in the open and means the weather of its base, whatever plot it is on. */
  isOpen: boolean
}
/** What of the device catalogue measures what stages ask for. */
const channels: readonly Channel[] = deviceTypeNames.flatMap((deviceType) => {
  const { readings, layers } = deviceTypeNamed(deviceType)
  return shownReadings(readings).flatMap(([name, reading]): Channel[] => {
    const quantity = reading.isSoilWater ? 'soilMoisture' : name
    if (!Object.hasOwn(stageQuantities, quantity)) return []
    const metric = reading.isSoilWater && layers ? `${name}.${rootLayer}` : name
    const isOpen = Object.hasOwn(readings, 'rainfall')
    return [{ quantity: quantity as StageQuantity, deviceType, metric, isOpen }]
  })
})

interface Asked {
  id: number
  name: string
  areaId: number
  landIds: number[]
  /** null: it does not grow, or its crop has no stages. */
  stage: string | null
  limits: StageLimits
}
/** A batch with what the stage it is in today asks for: as its crop says it now, by the stage's name. */
export const askedBy = async (tx: Tx, id: number): Promise<Asked | null> => {
  const found = await row<Omit<Asked, 'limits'> & { limits: StageLimits | null }>(
    tx,
    sql`select b.id, b.batch_name as name, b.area_id, b.land_ids, b.stage,
        (select one from jsonb_array_elements(c.stages) one where one->>'name' = b.stage limit 1) as limits
      from batch_view b join crop c on c.tenant_id = b.tenant_id and c.id = b.crop_id where b.id = ${id}`,
  )
  return found && { ...found, limits: found.limits ?? {} }
}

interface Found {
  id: number
  name: string
  deviceType: DeviceTypeName
  metric: string
  /** On one of the batch's plots. */
  isOwn: boolean
  value: number | null
  at: string | null
}
/** Devices of the base on the batch's plots, on no plot, or in the open, with what they measure now. */
const devicesAt = (tx: Tx, { areaId, landIds }: Asked, among: readonly Channel[]) =>
  rows<Found>(
    tx,
    sql`select d.id, d.name, d.device_type, s.metric, v.value, v.at,
        coalesce(d.land_id = any(${landIds}::bigint[]), false) as is_own
      from device d join unnest(${among.map((one) => one.deviceType)}::text[],
          ${among.map((one) => one.metric)}::text[],
          ${among.map((one) => one.isOpen)}::boolean[]) as s (type, metric, is_open) on s.type = d.device_type
        left join device_latest v on v.device_id = d.id and v.metric = s.metric
      where d.area_id = ${areaId} and d.enabled_flag = 1
        and (d.land_id is null or d.land_id = any(${landIds}::bigint[]) or s.is_open)
      order by d.name, d.id`,
  )

/** A rule that was made for a batch. */
interface OwnRule {
  id: number
  name: string
  stage: string | null
  deviceType: DeviceTypeName
  metric: string | null
  operator: string | null
  value: number | null
  value2: number | null
  deviceIds: number[]
  enabledFlag: 0 | 1
}
const rulesFor = (tx: Tx, id: number) =>
  rows<OwnRule>(
    tx,
    sql`select id, name, batch_stage as stage, device_type, metric, operator, value, value2,
        device_ids, enabled_flag from alarm_rule where batch_id = ${id} order by id`,
  )

const keyOf = ({ deviceType, metric }: Pick<OwnRule, 'deviceType' | 'metric'>) =>
  `${deviceType}/${metric}`

/** When a rule with these limits begins: outside of both, or beyond the one there is. */
export const comparisonOf = ({ low, high }: Pick<StageRule, 'low' | 'high'>) =>
  low !== null && high !== null
    ? { operator: 'outside', value: low, value2: high }
    : low !== null
      ? { operator: 'below', value: low, value2: null }
      : { operator: 'above', value: high, value2: null }

const isSame = (rule: OwnRule, one: StageRule, stage: string | null) => {
  const { operator, value, value2 } = comparisonOf(one)
  const wanted = one.devices.map(({ id }) => id)
  return (
    rule.enabledFlag === 1 &&
    rule.stage === stage &&
    rule.operator === operator &&
    rule.value === value &&
    rule.value2 === value2 &&
    rule.deviceIds.length === wanted.length &&
    wanted.every((id) => rule.deviceIds.includes(id))
  )
}

/**
 * What measures a quantity where a batch grows: devices on its plots, and, of the air, where it has
 * none of its own, those that mean the whole base. The soil of elsewhere, or the air of another
 * greenhouse, says nothing.
 */
function measuring(found: readonly Found[], quantity: StageQuantity, among: readonly Channel[]) {
  const metrics = new Set(among.filter((one) => one.quantity === quantity).map(keyOf))
  const all = found.filter((one) => metrics.has(keyOf(one)))
  const own = all.filter(({ isOwn }) => isOwn)
  return own.length > 0 ? own : quantity === 'soilMoisture' ? [] : all
}

/** The rules that a batch's stage comes to, of device types that somebody sees. */
export async function rulesOf(
  tx: Tx,
  asked: Asked,
  codes: ReadonlySet<string>,
): Promise<StageRules> {
  const { stage, limits } = asked
  const among = channels.filter(({ deviceType }) => sees(codes, deviceType))
  const found = stage === null ? [] : await devicesAt(tx, asked, among)
  const own = (await rulesFor(tx, asked.id)).filter(({ deviceType }) => sees(codes, deviceType))
  const unmeasured: StageQuantity[] = []
  const rules: StageRule[] = []
  for (const [name, { least, most }] of Object.entries(stageQuantities)) {
    const quantity = name as StageQuantity
    const [low, high] = [limits[least] ?? null, limits[most] ?? null]
    if (low === null && high === null) continue
    const devices = measuring(found, quantity, among)
    if (devices.length === 0) unmeasured.push(quantity)
    for (const channel of among) {
      const here = devices.filter((one) => keyOf(one) === keyOf(channel)).slice(0, mostDevices)
      if (here.length === 0 || channel.quantity !== quantity) continue
      const rule = own.find((one) => keyOf(one) === keyOf(channel))
      const { deviceType, metric } = channel
      const one: StageRule = {
        quantity,
        deviceType,
        metric,
        key: keyOf(channel),
        low,
        high,
        devices: here.map(({ id, name: called, value, at }) => ({ id, name: called, value, at })),
        ruleId: rule?.id ?? null,
        turn: 'make',
      }
      rules.push({ ...one, turn: !rule ? 'make' : isSame(rule, one, stage) ? 'same' : 'change' })
    }
  }
  const kept = new Set(rules.map(({ ruleId }) => ruleId))
  return {
    stage,
    rules,
    unmeasured,
    standing: own.map(({ id, name, stage: of, enabledFlag }) => ({
      id,
      name,
      stage: of,
      enabledFlag,
    })),
    ending: own
      .filter(({ id, enabledFlag }) => enabledFlag === 1 && !kept.has(id))
      .map(({ id, name }) => ({ id, name })),
  }
}
