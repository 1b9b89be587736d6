import { entity } from '../entity.ts'
import { choice, flag, id, integer, moment, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

const list = 'wfpf.farm.report.equipmentLog.onlineLog'

/** A time in which a device was not to be heard: written by the server, read by people. */
export const deviceOutage = entity('deviceOutage', {
  module: 'equipment',
  stored: { table: 'device_offline', view: 'device_offline_view' },
  title: 'deviceName',
  deletion: 'gone',
  // An outage is written down when it is noticed, which is later than it began.
  newestBy: 'beganAt',
  permissions: { list },
  // chosen: the specification shows the log's page and not its call
  api: {
    list: 'GET /wfpe/v1/{tenant}/device/offline-log',
    show: 'GET /wfpe/v1/{tenant}/device/offline-log/{id}',
  },
  fields: {
    id: id(),
    deviceName: text({ readonly: true, max: 60 }),
    deviceId: integer({ readonly: true, min: 1, max: Number.MAX_SAFE_INTEGER }),
    deviceType: text({ readonly: true, max: 40 }),
    eui: text({ readonly: true, max: 64 }),
    areaId: ref('area', { readonly: true }),
    landId: ref('land', { readonly: true }),
    reason: choice({ will: 'will', silence: 'silence' }, { readonly: true }),
    beganAt: moment({ readonly: true }),
    endedAt: moment({ readonly: true }),
    minutes: integer({ readonly: true, min: 0, max: Number.MAX_SAFE_INTEGER, unit: 'minute' }),
    ongoing: flag({ readonly: true }),
  },
})
export const onlineLogScreen = entityScreen('onlineLog', deviceOutage, {
  route: '/web/report/equipmentLog/onlineLog',
  module: 'farm',
  group: 'automation',
  icon: 'connection',
  at: 5,
  pageSize: 20,
})
