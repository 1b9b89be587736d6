import { type DeviceTypeName, deviceTypes, typeCodes, typeWords } from '../devices/index.ts'
import { leastReportMinutes, type DeviceType } from '../devices/device-type.ts'
import { protocolCodes, protocols } from '../devices/protocols.ts'
import { codes, entity, rest, type Entity } from '../entity.ts'
import {
  choice,
  decimal,
  flag,
  id,
  image,
  integer,
  lines,
  moment,
  point,
  ref,
  text,
} from '../field.ts'
import { entityScreen } from '../screen.ts'

const prefix = 'wfpf.company.system.deviceManager'
/** What is done to several devices in one call, as to cameras. */
const together = {
  batchActions: ['deleteMany', 'transfer', 'transferMany'],
  actionInputs: { transfer: ['areaId', 'landId'], transferMany: ['areaId', 'landId'] },
} as const
const togetherUnder = <const B extends string>(base: B) =>
  ({
    deleteMany: `POST /${base}/batch/del`,
    transfer: `POST /${base}/transfer`,
    transferMany: `POST /${base}/transfer`,
  }) as const

/**
 * A device in the field: where it stands and how often it reports. What it is comes from its type.
 */
export const device = entity('device', {
  module: 'equipment',
  stored: { view: 'device_view' },
  // Which devices somebody may choose from is asked of their types' codes: `deviceNames`.
  chosenApart: true,
  title: 'name',
  deletion: 'bin',
  // chosen: types have codes of their own (docs/specification.md 3.3); the page of all devices has
  // its own, as the cameras' page does
  permissions: {
    list: prefix,
    ...codes(
      `${prefix}.ps`,
      'create',
      'edit',
      'delete',
      'credential',
      'transfer',
      ['transferMany', 'bulkTransfer'],
      ['deleteMany', 'bulkDel'],
    ),
    // docs/specification.md 3.3
    control: 'wfpf.farm.equipment.gateway.ps.delCollection',
  },
  api: { ...rest('wfpe/v1/{tenant}/device'), ...togetherUnder('wfpe/v2/{tenant}/device') },
  ...together,
  fields: {
    id: id(),
    name: text({ required: true, max: 60 }),
    // What it has reported would mean something else under another type; before that `correctType`
    // takes another.
    deviceType: choice(typeCodes, { words: typeWords, required: true, createOnly: true }),
    eui: text({ required: true, max: 64, unique: true, pattern: /^[\w-]{4,}$/ }),
    areaId: ref('area', { required: true, named: 'areaName' }),
    landId: ref('land', { dependsOn: 'areaId', named: 'landName' }),
    // How its payload is read when it comes over LoRaWAN; its number is then its DevEUI.
    codecId: { ...ref('payloadCodec', {}), contextField: 'deviceType' },
    // In whose words it speaks; which there are, its type says.
    dialect: { ...choice(protocols, {}), contextField: 'deviceType' },
    /** Which camera looks at it; without one, those of its plot do. */
    cameraId: ref('camera', { dependsOn: 'areaId' }),
    reportMinutes: integer({ min: leastReportMinutes, max: 1440, unit: 'minute' }),
    enabledFlag: flag({}),
    online: flag({ readonly: true }),
    lastSeenAt: moment({ readonly: true }),
    readings: lines(
      {
        metric: text({ required: true, max: 60 }),
        value: decimal({ required: true, min: -1e9, max: 1e9, scale: 4 }),
        at: moment({ required: true }),
        /** Of amounts: what came in the last hour, since the tenant's day began, and in 24 hours. */
        hour: decimal({ min: -1e9, max: 1e9, scale: 4 }),
        today: decimal({ min: -1e9, max: 1e9, scale: 4 }),
        day: decimal({ min: -1e9, max: 1e9, scale: 4 }),
      },
      { readonly: true, max: 200 },
    ),
    iccid: text({ max: 20, pattern: /^(\d{19}[\dA-F])?$/ }),
    latlng: point({}),
    fileUrl: image({}),
    description: text({ max: 200 }),
  },
})
export const deviceManagerScreen = entityScreen('deviceManager', device, {
  route: '/system/deviceManager',
  module: 'company',
  group: 'equipment',
  icon: 'device',
  at: 1,
  pageSize: 20,
})

/** Devices of one type: rows of `device`, with the type's own codes and the calls under `base`. */
export function devicesOf(
  name: string,
  deviceType: DeviceTypeName,
  base: string,
  { show = '{id}', counts = false }: { show?: string; counts?: boolean } = {},
): Entity {
  const type: DeviceType = deviceTypes[deviceType]
  const { permissions } = type
  return entity(name, {
    module: 'equipment',
    title: 'name',
    calledAs: `${typeWords}.${deviceType}`,
    deletion: 'bin',
    variantOf: { entity: device.name, only: { deviceType } },
    permissions: {
      ...permissions,
      control: device.permissions.control,
      transferMany: permissions.transfer,
      deleteMany: permissions.delete,
    },
    api: { ...rest(base), show: `GET /${base}/${show}`, ...togetherUnder(base) },
    ...together,
    // Clients read 1 as deleted.
    ...(counts && { answers: { delete: 'count' as const } }),
    fields: {
      ...device.fields,
      deviceType: choice(typeCodes, { words: typeWords, readonly: true }),
      dialect: choice(protocolCodes(type), {}),
    },
  })
}
