import { z } from 'zod'
import { call } from '../call.ts'
import { effects } from '../devices/switch-places.ts'
import { entity } from '../entity.ts'
import { choice, decimal, id, integer, moment, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { device } from '../equipment/device.ts'
import { seesDevices } from '../equipment/device-calls.ts'
import type { StateRules } from '../state-rules.ts'

/**
 * docs/specification.md 7.1. `waiting`: its stop, and the dead time after it, come first. `sent`
 * went out, `delivered` was acknowledged by
 * the device. Only a report makes it `confirmed`. `timedOut` was delivered and not confirmed,
 * `expired` never delivered.
 */
export const commandStates = {
  waiting: 'waiting',
  created: 'created',
  sent: 'sent',
  delivered: 'delivered',
  confirmed: 'confirmed',
  rejected: 'rejected',
  timedOut: 'timedOut',
  expired: 'expired',
  superseded: 'superseded',
  cancelled: 'cancelled',
} as const
export type CommandState = keyof typeof commandStates
/** Whatever has not gone out yet can be taken back. */
export const commandRules: StateRules<'cancel', CommandState> = { cancel: ['waiting', 'created'] }
export const pendingStates = [
  'waiting',
  'created',
  'sent',
  'delivered',
] as const satisfies readonly CommandState[]
/** `deadTime`: the stop that a change of direction needs first. */
const commandOrigins = {
  web: 'web',
  group: 'group',
  api: 'api',
  rule: 'rule',
  alarm: 'alarm',
  deadTime: 'deadTime',
} as const
export type CommandOrigin = keyof typeof commandOrigins

const list = 'wfpf.farm.report.equipmentLog.controlLog'
const anyNumber = { readonly: true, min: -1_000_000, max: 1_000_000, scale: 4 } as const

/** What was asked of a device, by whom, and what became of it: a row is made once and ends once. */
export const deviceCommand = entity('deviceCommand', {
  module: 'equipment',
  // The device's name leads to the device; what opens the row is its time.
  title: 'createdAt',
  deletion: 'gone',
  stateField: 'state',
  permissions: { list },
  // chosen: the specification shows the log's page and not its call
  api: {
    list: 'GET /wfpe/v1/{tenant}/device/control-log',
    show: 'GET /wfpe/v1/{tenant}/device/control-log/{id}',
  },
  fields: {
    id: id(),
    state: choice(commandStates, { readonly: true }),
    // As it was called then: the log outlives the device.
    deviceName: text({ readonly: true, max: 60 }),
    deviceType: text({ readonly: true, max: 40 }),
    deviceId: ref('device', { readonly: true }),
    areaId: ref('area', { readonly: true }),
    switchId: integer({ readonly: true, min: 1, max: Number.MAX_SAFE_INTEGER, inner: true }),
    switchName: text({ readonly: true, max: 40 }),
    circuit: integer({ readonly: true, min: 1, max: 99 }),
    channel: text({ readonly: true, max: 40, inner: true }),
    actuator: text({ readonly: true, max: 40 }),
    effect: choice(effects, { readonly: true }),
    wanted: decimal(anyNumber),
    reported: decimal(anyNumber),
    latencyMs: integer({ readonly: true, min: 0, max: Number.MAX_SAFE_INTEGER, unit: 'ms' }),
    personName: text({ readonly: true, max: 40 }),
    origin: choice(commandOrigins, { readonly: true }),
    address: text({ readonly: true, max: 64 }),
    createdAt: moment({ readonly: true }),
    sentAt: moment({ readonly: true }),
    deliveredAt: moment({ readonly: true }),
    endedAt: moment({ readonly: true }),
    expiresAt: moment({ readonly: true }),
    /** When the device reported what was wanted after all, its time being over. */
    lateAt: moment({ readonly: true }),
    reason: text({ readonly: true, max: 200 }),
    /** What the server's log calls the call that gave it. */
    requestId: text({ readonly: true, max: 64, inner: true }),
  },
})
export const controlLogScreen = entityScreen('controlLog', deviceCommand, {
  route: '/web/report/equipmentLog/controlLog',
  module: 'farm',
  group: 'automation',
  icon: 'control-log',
  at: 4,
  pageSize: 20,
})

const moments = z.string().nullable()
export const commandRow = z.object({
  id: z.int(),
  deviceId: z.int().nullable(),
  deviceName: z.string(),
  deviceType: z.string() /** Null for settings and for the call for a report. */,
  switchId: z.int().nullable(),
  switchName: z.string().nullable(),
  circuit: z.int(),
  channel: z.string(),
  actuator: z.string(),
  effect: z.enum(effects),
  wanted: z.number(),
  reported: z.number().nullable(),
  state: z.enum(commandStates),
  origin: z.enum(commandOrigins),
  personName: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.string(),
  sentAt: moments,
  deliveredAt: moments,
  endedAt: moments,
  lateAt: moments,
  expiresAt: z.string(),
  /** From the order to its confirmation, in ms. */
  latencyMs: z.number().nullable(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
  /** How far a report may be from what is wanted. */
  tolerance: z.number(),
})
export type CommandRow = z.infer<typeof commandRow>

const key = z.coerce.number().int().positive()
export const deviceCommands = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/{id}/commands',
  summary: 'The last commands to a device, newest first',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.array(commandRow),
})
/** What has become of commands that one has sent, in the order of their ids. */
export const commandsNamed = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/commands',
  summary: 'Commands by their ids',
  access: { code: device.permissions.list },
  staleAfter: { device: true },
  input: z.object({
    ids: z
      .string()
      .max(2400)
      .regex(/^\d+(,\d+)*$/),
  }),
  answer: z.array(
    commandRow.extend({
      /** Of a node that listens only when it has reported: when it is expected to. */
      listensAt: z.string().nullable(),
    }),
  ),
})
export const cancelCommand = call({
  endpoint: 'POST /wfpe/v1/{tenant}/device/command/{id}/cancel',
  summary: 'Take back a command that has not gone out yet',
  access: { code: device.permissions.control },
  input: z.object({ id: key }),
  answer: commandRow,
})
