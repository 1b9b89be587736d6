import { z } from 'zod'
import { call } from '../call.ts'
import { codes, entity, rest } from '../entity.ts'
import { choice, id, refs, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { referenceStates } from '../reference-states.ts'
import { device } from '../equipment/device.ts'
import { mostControlled } from '../command/switch.ts'

const prefix = 'wfpf.farm.equipment.intelligentControl.deviceGroup'

/** Devices that are controlled together, of whatever types: an order goes to those that can carry it out. */
export const deviceGroup = entity('deviceGroup', {
  module: 'equipment',
  title: 'name',
  placed: 'devices',
  deletion: 'bin',
  permissions: {
    list: prefix,
    ...codes(`${prefix}.ps`, 'create', 'edit', 'delete'),
    control: device.permissions.control,
  },
  api: {
    ...rest('wfpe/v1/{tenant}/device-group'),
    devices: 'GET /wfpe/v1/{tenant}/device-group/{id}/devices',
  },
  fields: {
    id: id(),
    name: text({ required: true, max: 40, unique: true }),
    deviceIds: refs('device', { required: true, max: mostControlled }),
    state: choice(referenceStates, { readonly: true }),
    description: text({ max: 200 }),
  },
})
export const deviceGroupScreen = entityScreen('intelligentControlDeviceGroup', deviceGroup, {
  route: '/web/equipment/intelligentControl/device-group',
  module: 'farm',
  group: 'automation',
  icon: 'group',
  at: 9,
  isSetUp: true,
})

export const groupDevices = call({
  endpoint: deviceGroup.api.devices,
  summary: 'The devices of a group that are still there',
  access: { code: deviceGroup.permissions.list },
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: z.array(
    z.object({ id: z.int(), name: z.string(), deviceType: z.string(), online: z.literal([0, 1]) }),
  ),
})
