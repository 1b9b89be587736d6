import { z } from 'zod'
import { call } from '../call.ts'
import { deviceTypes } from '../devices/index.ts'
import { isPlain } from '../field.ts'
import { commandRow } from './command.ts'
import { device } from '../equipment/device.ts'
import { seesDevices } from '../equipment/device-calls.ts'

const key = z.coerce.number().int().positive()
const rtu = '/wfpe/v1/{tenant}/device/gateway/rtu/strategy'
const editsGateways = [device.permissions.edit, deviceTypes.gateway.permissions.edit]

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/**
 * When it is on: between two times of a day, past midnight where the second is the earlier; or from
 * a limit on, until `back` is reached.
 */
const trigger = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('time'),
    from: clock,
    to: clock,
    /** 1 Monday to 7 Sunday, by the day on which it begins. */
    days: z.array(z.int().min(1).max(7)).min(1).max(7),
  }),
  z.strictObject({
    kind: z.literal('threshold'),
    /** A channel of the gateway itself (null), or one that it gathers. */
    deviceId: z.int().positive().nullable(),
    channel: z.string().max(40),
    comparison: z.enum(['below', 'above']),
    value: z.number(),
    back: z.number(),
  }),
])
export type StrategyTrigger = z.infer<typeof trigger>
const body = {
  name: z.string().trim().min(1).max(40).refine(isPlain),
  enabledFlag: z.literal([0, 1]),
  trigger,
  /** The circuit that it switches on, and off again: `relay.3`. */
  target: z.string().max(40),
}
const strategy = z.object({
  id: z.int(),
  objectVersionNumber: z.int(),
  deviceId: z.int(),
  /** Its place in the gateway, from 1. */ slot: z.int(),
  ...body,
  /** Rises with each change; the device reports the one that it holds. */
  revision: z.int(),
  /** `broken`: the sensor that it goes by was deleted. */
  state: z.enum(['active', 'broken']),
  /** Taken away here, and not yet gone from the device. */
  removedFlag: z.literal([0, 1]),
  /** `held`: the device says it has it. `waiting`: an order is on its way. `missing`: neither. */
  standing: z.enum(['held', 'waiting', 'missing']),
  /** When the device last spoke of this place. */
  reportedAt: z.string().nullable(),
  /** The newest order about it, and the newest call of it, however they ended. */
  command: commandRow.nullable(),
  called: commandRow.nullable(),
})
export type Strategy = z.infer<typeof strategy>

// chosen: the specification gives list, operate, call and remove no paths
export const strategyList = call({
  endpoint: `GET ${rtu}`,
  summary: 'Strategies of a gateway by their places, with what the gateway holds of each',
  access: { code: seesDevices },
  input: z.object({ deviceId: key }),
  answer: z.array(strategy),
})
export const operateStrategy = call({
  endpoint: `POST ${rtu}/operate`,
  summary:
    'Adds, changes, enables or sends a strategy again; it waits a day for a gateway that is away, and counts once that reports it',
  access: { code: editsGateways },
  input: z.strictObject({
    deviceId: key,
    /** None: a new one. */ id: key.optional(),
    objectVersionNumber: key.optional(),
    ...body,
  }),
  answer: strategy,
})
export const callStrategy = call({
  endpoint: `POST ${rtu}/{id}/call`,
  summary: 'Has the gateway run a strategy now; answers the command, which is only on its way',
  access: { code: device.permissions.control },
  input: z.object({ id: key }),
  answer: commandRow,
})
export const removeStrategy = call({
  endpoint: `DELETE ${rtu}/{id}`,
  summary: 'Takes a strategy off its gateway; it is listed until the gateway says that it is gone',
  access: { code: editsGateways },
  input: z.object({ id: key }),
  answer: strategy,
})
