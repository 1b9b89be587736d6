import { z } from 'zod'
import { call, pageOf, pageQuery } from '../call.ts'
import { switchTypes } from '../devices/switch-places.ts'
import { entity } from '../entity.ts'
import { choice, flag, id, integer, ref, text } from '../field.ts'
import { commandRow } from './command.ts'
import { device } from '../equipment/device.ts'
import { editsDevices, seesDevices } from '../equipment/device-calls.ts'

const { list, control } = device.permissions
// Whoever edits devices of its type names a switch; which type that is, is asked with the switch.
const edit = editsDevices

/** A circuit of a device under its own name. Its row is made from the device's type. */
export const deviceSwitch = entity('deviceSwitch', {
  module: 'equipment',
  title: 'name',
  deletion: 'gone',
  permissions: { list, edit },
  // chosen: the specification gives these calls no paths
  api: { edit: 'PUT /wfpe/v1/{tenant}/device/gateway/switch' },
  fields: {
    id: id(),
    // Not a reference: a device that comes back out of the recycle bin has its names again.
    deviceId: integer({ readonly: true, min: 1, max: Number.MAX_SAFE_INTEGER }),
    circuit: integer({ readonly: true, min: 1, max: 99 }),
    channel: text({ readonly: true, max: 40 }),
    name: text({ max: 40 }),
    switchType: choice(switchTypes, { required: true }),
    relatedEquip: ref('device', {}),
    enabledFlag: flag({}),
    /**
     * Whether it lets water out: then it is closed where irrigation has to stop. Of relays alone;
     * what else irrigates is known.
     */
    irrigatesFlag: flag({}),
  },
})

const key = z.coerce.number().int().positive()
const switchRow = z.object({
  id: z.int(),
  objectVersionNumber: z.int(),
  deviceId: z.int(),
  deviceName: z.string(),
  deviceType: z.string(),
  eui: z.string(),
  /** Where its device stands: an order that is dangerous says so before it is sent. */
  areaName: z.string(),
  landName: z.string().nullable(),
  circuit: z.int(),
  channel: z.string(),
  name: z.string().nullable(),
  kind: z.enum(['switch', 'direction', 'level', 'reset']),
  type: z.enum(switchTypes),
  switchTypeName: z.string(),
  relatedEquip: z.int().nullable(),
  relatedEquipName: z.string().nullable(),
  enabledFlag: z.literal([0, 1]),
  deviceEnabledFlag: z.literal([0, 1]),
  online: z.literal([0, 1]),
  irrigatesFlag: z.literal([0, 1]),
  /** Of a node that listens only when it has reported: when it is expected to. */
  listensAt: z.string().nullable(),
  /** Where it stands by its last report, and when that was measured. */
  status: z.number().nullable(),
  statusAt: z.string().nullable(),
  /** 1 while a command is on its way. */
  state: z.literal([0, 1]),
  /** The newest command to it, however it ended. */
  command: commandRow.nullable(),
})
export type SwitchRow = z.infer<typeof switchRow>
/** Switches of a page. */
export const switchPageSize = 20
export const switchList = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/gateway/switch',
  summary: 'Switches of a device, with where they stand',
  access: { code: seesDevices },
  staleAfter: { device: 'deviceId' },
  input: z.object({ ...pageQuery, deviceId: key }),
  answer: pageOf(switchRow),
})
/** Most devices whose switches are looked up together. */
export const mostSwitched = 100
export const switchesOfMany = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/switches',
  summary: 'Switches of several devices, as a list shows them beside its rows',
  access: { code: seesDevices },
  input: z.object({
    deviceIds: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15})*$/)
      .max(mostSwitched * 16),
  }),
  answer: z.array(switchRow),
})
export const switchDetails = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/gateway/switch/{id}',
  summary: 'One switch',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: switchRow,
})
export const canBindSwitch = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/gateway/can-bind-switch',
  summary: 'Switches that drive nothing yet',
  access: { code: edit },
  input: z.object({ ...pageQuery, deviceId: key.optional() }),
  answer: pageOf(switchRow),
})
export const bindSwitch = call({
  endpoint: 'POST /wfpe/v1/{tenant}/device/gateway/bind-switch',
  summary: 'Say which equipment a switch drives; null: none',
  access: { code: edit },
  input: z.strictObject({ switchId: key, relatedEquip: z.int().positive().nullable() }),
  answer: switchRow,
})

/** What a dangerous one is confirmed with: the device's name. */
const confirmation = z.string().trim().max(60).optional()
const order = { value: z.number(), confirmation }
export const controlSwitch = call({
  endpoint: 'POST /wfpe/v1/{tenant}/device/gateway/switch/{id}/control',
  summary: 'Command a switch; answers the command, which is only on its way',
  access: { code: control },
  input: z.object({ id: key, ...order }),
  answer: commandRow,
})
/** The tenant is the session's: the specified path has none. */
export const mqttControlSwitch = call({
  endpoint: 'POST /mqtt/control/switch',
  summary: 'Command a switch that is named by its device’s EUI and its circuit',
  access: { code: control },
  input: z.object({
    switchId: key,
    sw: z.coerce.number(),
    eui: z.string().max(64),
    circuit: key,
    confirmation,
  }),
  answer: commandRow,
})
/** Most devices that one call commands. */
export const mostControlled = 200
export const controlDevices = call({
  endpoint: 'POST /wfpe/v1/{tenant}/device/control',
  summary: 'The same command to several devices; each answers for itself',
  access: { code: control },
  input: z.strictObject({
    deviceIds: z.array(key).min(1).max(mostControlled),
    channel: z.string().max(40),
    value: z.number(),
  }),
  answer: z.array(
    z.object({
      deviceId: z.int(),
      command: commandRow.nullable(),
      /** Why there is no command, in the caller's language. */ refusal: z.string().nullable(),
    }),
  ),
})
