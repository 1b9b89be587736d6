import { camera as box } from '../devices/camera.ts'
import { codes, entity } from '../entity.ts'
import { code, flag, id, integer, ref, text } from '../field.ts'
import { screen } from '../screen.ts'

const { list, ...own } = box.permissions
/** The system page guards cameras with codes of its own. */
const buttons = {
  ...own,
  ...codes(`${list}.ps`, ['transferMany', 'bulkTransfer'], ['deleteMany', 'bulkDel']),
}

/** A camera. The device whose number is its serial, if there is one, is the box on its pole. */
export const camera = entity('camera', {
  module: 'equipment',
  stored: { view: 'camera_view' },
  title: 'name',
  deletion: 'bin',
  permissions: { list, ...buttons },
  api: {
    list: 'GET /wfpe/v2/{tenant}/camera/page',
    // chosen: detail, add and modify are known to clients without their methods
    show: 'GET /wfpe/v1/{tenant}/camera/detail/{id}',
    create: 'POST /wfpe/v1/{tenant}/camera/add',
    edit: 'PUT /wfpe/v1/{tenant}/camera/modify',
    delete: 'DELETE /wfpe/v1/{tenant}/camera/{id}',
    deleteMany: 'POST /wfpe/v2/{tenant}/camera/batch/del',
    transfer: 'POST /wfpe/v2/{tenant}/camera/transfer',
    transferMany: 'POST /wfpe/v2/{tenant}/camera/transfer',
  },
  fixedQuery: { relation: 'owner' },
  answers: { delete: 'count' },
  batchActions: ['deleteMany', 'transfer', 'transferMany'],
  actionInputs: { transfer: ['areaId', 'landId'], transferMany: ['areaId', 'landId'] },
  fields: {
    id: id(),
    name: text({ required: true, max: 60 }),
    deviceSerial: text({ required: true, max: 64, unique: true, pattern: /^[\w-]+$/ }),
    channelNo: integer({ min: 1, max: 64 }),
    cameraType: code({ bolt: 0, ball: 1 }, { required: true, filterCodes: { all: 2 } }),
    cameraEnter: code({ cloud: 1, cloudGb: 2, gb: 3 }, { required: true, filterCodes: { all: 0 } }),
    areaId: ref('area', { required: true, named: 'areaName' }),
    landId: ref('land', { dependsOn: 'areaId', named: 'landName' }),
    // As its box is; a camera without one is not heard of.
    online: flag({ readonly: true }),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})

export const cameraManagerScreen = screen('cameraManager', {
  route: '/system/cameraManager',
  module: 'company',
  group: 'equipment',
  icon: 'camera',
  at: 3,
  entity: camera.name,
  pageSize: 20,
  permission: list,
  buttons,
})
