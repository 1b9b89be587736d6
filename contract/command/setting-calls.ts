import { z } from 'zod'
import { call } from '../call.ts'
import { commandRow } from './command.ts'
import { device } from '../equipment/device.ts'
import { editsDevices, seesDevices } from '../equipment/device-calls.ts'

const key = z.coerce.number().int().positive()

const heldSetting = z.object({
  channel: z.string(),
  /** What the device says it holds, and when it said so. */
  reported: z.number().nullable(),
  reportedAt: z.string().nullable(),
  /** The newest order about it, however it ended. */
  command: commandRow.nullable(),
})
export type HeldSetting = z.infer<typeof heldSetting>
export const deviceSettings = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/{id}/settings',
  summary:
    'What a device holds of each of its settings, and what becomes of the newest order about it',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.array(heldSetting),
})
const wanted = z.object({ id: key, values: z.record(z.string().max(40), z.number()) })
export const saveDeviceSettings = call({
  endpoint: 'PUT /wfpe/v1/{tenant}/device/{id}/settings',
  summary:
    'Have a device keep these values; they wait a day for one that is away, and count once it reports them',
  access: { code: editsDevices },
  input: wanted,
  answer: z.array(heldSetting),
})
// chosen: configuring has an address for each kind of device; the values are the settings of its
// type
const configures = (path: string, method: 'PUT' | 'POST' = 'POST') =>
  call({
    endpoint: `${method} /wfpe/${path}`,
    summary: 'Settings of a device, by its id in the body',
    access: { code: editsDevices },
    input: wanted,
    answer: z.array(heldSetting),
  })
export const configureDevice = [
  configures('v1/{tenant}/device/gateway/configure', 'PUT'),
  configures('v1/{tenant}/device/gateway/rtu/write-config'),
  configures('v1/{tenant}/inverter/config'),
  configures('v2/{tenant}/device/lora-gateway/configure'),
]

const asksForReport = (path: string) =>
  call({
    endpoint: `POST /wfpe/${path}`,
    summary: 'Ask a device to report now; answers the command, which any report ends',
    access: { code: device.permissions.control },
    input: z.object({ id: key }),
    answer: commandRow,
  })
export const refreshDevice = asksForReport('v1/{tenant}/device/{id}/refresh')
/** The same under the addresses that clients know. */
export const refreshAliases = [
  asksForReport('v1/{tenant}/device/gateway/rtu/refresh-status'),
  asksForReport('v1/{tenant}/inverter/{id}/refresh'),
  asksForReport('v2/{tenant}/device/lora-gateway/refresh'),
]

const fault = z.object({
  channel: z.string(),
  value: z.number(),
  beganAt: z.string(),
  /** Null while it lasts. */ endedAt: z.string().nullable(),
})
export type DeviceFault = z.infer<typeof fault>
/** Most faults that one answer holds. */
export const mostFaults = 100
export const deviceFaults = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/{id}/faults',
  summary: 'Faults that a device reported in the last 92 days, newest first',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.array(fault),
})
