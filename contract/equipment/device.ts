import { deviceTypeNames, type DeviceTypeName } from '../devices/index.ts'
import { codes, entity, rest } from '../entity.ts'
import { choice, flag, id, integer, moment, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

const prefix = 'wfpf.company.system.deviceManager'
const typeCodes = Object.fromEntries(deviceTypeNames.map((name) => [name, name])) as { [N in DeviceTypeName]: N }

/** A device in the field: where it stands and how often it reports (spec 2 §3). What it is comes from its type. */
export const device = entity('device', {
  module: 'equipment',
  title: 'name',
  afterDelete: 'bin',
  // chosen: spec 2 §6 names codes per type; the page of all devices has its own, as the cameras' page does
  permissions: { list: prefix, ...codes(`${prefix}.ps`, 'create', 'edit', 'delete', 'credential') },
  api: rest('wfpe/v1/{tenant}/device'),
  fields: {
    id: id(),
    name: text({ required: true, max: 60 }),
    // What it has reported would mean something else under another type.
    deviceType: choice(typeCodes, { required: true, createOnly: true }),
    eui: text({ required: true, max: 64, unique: true, pattern: /^[\w-]{4,}$/ }),
    areaId: ref('area', { required: true }),
    landId: ref('land', { within: 'areaId' }),
    // How its payload is read when it comes over LoRaWAN; its number is then its DevEUI.
    codecId: ref('payloadCodec', {}),
    // chosen: spec 2 §9 asks 5 of gateways and recommends 30; devices with mains may report each minute
    reportMinutes: integer({ min: 1, max: 1440, unit: 'minute' }),
    enabledFlag: flag({}),
    online: flag({ readonly: true }),
    lastSeenAt: moment({ readonly: true }),
    description: text({ max: 200 }),
  },
})
export const deviceManagerScreen = entityScreen('deviceManager', device, {
  route: '/system/deviceManager', module: 'company', group: 'device', icon: 'device', pageSize: 20,
})
