import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { deviceTypeNamed, deviceTypeNames } from '#contract/devices/index.ts'
import { placeOf, switchPlaces, typesOf, type SwitchType } from '#contract/devices/switch-places.ts'
import { device } from '#contract/equipment/device.ts'
import { pendingStates } from '#contract/command/command.ts'
import {
  bindSwitch,
  canBindSwitch,
  deviceSwitch,
  mostSwitched,
  switchDetails,
  switchesOfMany,
  switchList,
  switchPageSize,
  type SwitchRow,
} from '#contract/command/switch.ts'
import { asPage, lockRow, pageOf, updateRow, type Query } from '#server/db/crud.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound } from '#server/db/http-error.ts'
import { newestOf } from '#server/modules/command/engine/store.ts'
import { ensureSwitchesOf, switchById } from '#server/modules/command/engine/switches.ts'
import { crud, demand } from '#server/http/crud.ts'
import { valueName } from '#server/i18n/labels.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { editsDevice, maySee, seenDevice } from '#server/modules/equipment/device-access.ts'

const from = sql`from device_switch s join device d on d.tenant_id = s.tenant_id and d.id = s.device_id
  join area a on a.tenant_id = d.tenant_id and a.id = d.area_id left
  join land p on p.tenant_id = d.tenant_id and p.id = d.land_id
  left join device_latest l on l.tenant_id = s.tenant_id and l.device_id = s.device_id and l.metric = s.channel
  left join device e on e.tenant_id = s.tenant_id and e.id = s.related_equip`
type Found = Omit<SwitchRow, 'kind' | 'switchTypeName' | 'state' | 'command'>

/** When a device `d` is expected to listen, if it does only after it has reported. */
const listensAt = sql`case when d.codec_id is not null and d.always_listens = 0
  then d.last_seen_at + d.report_minutes * interval '1 minute' end`
/** The same of devices that commands are on their way to. */
export const listeningOf = async (tx: Tx, devices: readonly number[]) =>
  new Map(
    (
      await rows<{ id: number; listensAt: string | null }>(
        tx,
        sql`select d.id, ${listensAt} as listens_at from device d where d.id = any(${devices}::bigint[])`,
      )
    ).map((one) => [one.id, one.listensAt]),
  )

/**
 * Switches with where they stand and the newest command to each, in the order of their circuits.
 */
async function switchRows(
  tx: Tx,
  where: Sql,
  language: Language,
  limit: Sql = sql``,
): Promise<SwitchRow[]> {
  const found = await rows<Found>(
    tx,
    sql`select s.id, s.object_version_number, s.device_id, d.name as device_name, d.device_type,
      d.eui, a.area_name, p.land_name, s.circuit, s.channel, s.name, s.switch_type as type,
    s.related_equip, e.name as related_equip_name, s.enabled_flag, s.irrigates_flag,
    d.enabled_flag as device_enabled_flag, d.online,
      ${listensAt} as listens_at, l.value as status, l.at as status_at
    ${from} where ${where} order by d.name, d.id, s.circuit ${limit}`,
  )
  const newest = await newestOf(
    tx,
    found.map(({ id }) => id),
  )
  return found.flatMap((one) => {
    const kind = placeOf(deviceTypeNamed(one.deviceType), one.channel)?.about.kind
    if (!kind) return []
    const command = newest.find(({ switchId }) => switchId === one.id) ?? null
    return [
      {
        ...one,
        kind,
        switchTypeName: valueName(deviceSwitch, 'switchType', one.type, language),
        state:
          command && (pendingStates as readonly string[]).includes(command.state)
            ? (1 as const)
            : (0 as const),
        command,
      },
    ]
  })
}
async function switchPage(tx: Tx, where: Sql, query: Query, language: Language) {
  const page = pageOf(query, switchPageSize)
  const { count } = (await row<{ count: number }>(
    tx,
    sql`select count(*) as count from device_switch s join device d on d.tenant_id = s.tenant_id
      and d.id = s.device_id where ${where}`,
  ))!
  return asPage(
    await switchRows(tx, where, language, sql`limit ${page.size} offset ${page.offset}`),
    count,
    page,
  )
}
async function oneSwitch(tx: Tx, id: number, language: Language): Promise<SwitchRow> {
  const [found] = await switchRows(tx, sql`s.id = ${id}`, language)
  if (!found) throw notFound()
  return found
}

async function typeOf(tx: Tx, id: number): Promise<string> {
  const found = await switchById(tx, id)
  if (!found) throw notFound()
  return found.deviceType
}

/** A switch shows itself as its actuator can move; what drives equipment says which. */
async function checkSwitch(
  tx: Tx,
  id: number,
  { switchType, relatedEquip }: { switchType: SwitchType; relatedEquip: number | null },
): Promise<void> {
  const target = await switchById(tx, id)
  const about = target && placeOf(deviceTypeNamed(target.deviceType), target.channel)?.about
  if (!target || !about) throw notFound()
  if (!typesOf(about.kind, about.isMotor).includes(switchType))
    throw invalidFields({ switchType: { code: 'switch.type' } })
  if (switchType === 'related' && relatedEquip === null && !about.isMotor)
    throw invalidFields({ relatedEquip: { code: 'field.required' } })
  if (relatedEquip === target.deviceId)
    throw invalidFields({ relatedEquip: { code: 'switch.itself' } })
}

const textQuery = ({ page, size }: { page?: number; size?: number }): Query => ({
  page: page?.toString(),
  size: size?.toString(),
})

/** Circuits of devices: where they stand, what they are called and what they drive. */
export function switches(app: Services): void {
  const { db } = app.platform
  crud(app, deviceSwitch, {
    prepare: async (values, before, { tx }, { codes }) => {
      editsDevice(codes, await typeOf(tx, before!.id))
      const relatedEquip = (values.relatedEquip as number | null | undefined) ?? null
      await checkSwitch(tx, before!.id, {
        switchType: values.switchType as SwitchType,
        relatedEquip,
      })
      return values
    },
  })
  serve(app, switchList, async ({ deviceId, ...page }, { read, tenant, language, codes }) => {
    await read((tx) => seenDevice(tx, deviceId, codes))
    await ensureSwitchesOf(db, tenant, deviceId)
    return read(async (tx) => {
      return switchPage(tx, sql`s.device_id = ${deviceId}`, textQuery(page), language)
    })
  })
  serve(app, switchesOfMany, async ({ deviceIds }, { read, tenant, language, codes }) => {
    const ids = [...new Set(deviceIds.split(',').map(Number))].slice(0, mostSwitched)
    const found = await read((tx) =>
      rows<{ id: number; deviceType: string; held: number }>(
        tx,
        sql`select d.id, d.device_type, (select count(*) from device_switch s
          where s.device_id = d.id) as held from device d where d.id = any(${ids}::bigint[])`,
      ),
    )
    const known = found.filter(({ deviceType }) => maySee(codes, deviceType))
    for (const { id, deviceType, held } of known)
      if (held < switchPlaces(deviceTypeNamed(deviceType)).length)
        await ensureSwitchesOf(db, tenant, id)
    return read((tx) =>
      switchRows(tx, sql`s.device_id = any(${known.map(({ id }) => id)}::bigint[])`, language),
    )
  })
  serve(app, switchDetails, ({ id }, { read, language, codes }) =>
    read(async (tx) => {
      const found = await oneSwitch(tx, id, language)
      if (!maySee(codes, found.deviceType)) throw notFound()
      return found
    }),
  )
  serve(app, canBindSwitch, async ({ deviceId, ...page }, { read, tenant, language, codes }) => {
    if (deviceId !== undefined) await ensureSwitchesOf(db, tenant, deviceId)
    return read((tx) =>
      switchPage(
        tx,
        sql`d.device_type = any(${deviceTypeNames.filter((type) => maySee(codes, type))}::text[])
          and s.related_equip is null and s.enabled_flag = 1 ${deviceId === undefined ? sql`` : sql`and s.device_id = ${deviceId}`}`,
        textQuery(page),
        language,
      ),
    )
  })
  serve(app, bindSwitch, ({ switchId, relatedEquip }, { write, actor, language, codes }) =>
    write(async ({ tx, audit, announce }) => {
      await lockRow(tx, deviceSwitch, switchId)
      const before = await demand(tx, deviceSwitch, switchId, 'edit')
      editsDevice(codes, await typeOf(tx, switchId))
      if (relatedEquip !== null)
        await demand(tx, device, relatedEquip, 'show').catch(() =>
          Promise.reject(invalidFields({ relatedEquip: { code: 'field.missing_reference' } })),
        )
      const { kind, isMotor } = placeOf(
        deviceTypeNamed((await switchById(tx, switchId))!.deviceType),
        String(before.channel),
      )!.about
      const switchType: SwitchType =
        relatedEquip !== null
          ? 'related'
          : before.switchType === 'related'
            ? typesOf(kind, isMotor)[0]!
            : (before.switchType as SwitchType)
      await checkSwitch(tx, switchId, { switchType, relatedEquip })
      await updateRow(
        tx,
        deviceSwitch,
        switchId,
        before.objectVersionNumber,
        { switchType, relatedEquip },
        actor.accountId,
      )
      await audit({
        entity: deviceSwitch.name,
        recordId: switchId,
        title: String(before.name ?? before.channel),
        action: 'edit',
        before,
        after: await demand(tx, deviceSwitch, switchId, 'edit'),
      })
      await announce({ resource: device.name, ids: [Number(before.deviceId)], kind: 'updated' })
      return oneSwitch(tx, switchId, language)
    }),
  )
}
