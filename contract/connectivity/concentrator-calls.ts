import { z } from 'zod'
import { call } from '../call.ts'
import { alarmLevels } from '../alarm/alarm-rule.ts'
import { deviceTypeNames, deviceTypes } from '../devices/index.ts'
import { device } from '../equipment/device.ts'
import {
  deviceHistory,
  deviceOutages,
  editsDevices,
  seesDevices,
} from '../equipment/device-calls.ts'

const key = z.coerce.number().int().positive()
const bit = z.literal([0, 1])
const facts = {
  name: z.string(),
  eui: z.string(),
  landName: z.string().nullable(),
  iccid: z.string().nullable(),
  online: bit,
  fileUrl: z.string().nullable(),
  deviceType: z.enum(deviceTypeNames),
}

// chosen: "concentrator" is whatever stands in the field with a number of its own; clients want the
// same facts nested once more
export const concentratorVisualization = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/concentrator/{id}/visualization',
  summary: 'A device in small, as a map shows it: what it is, where it stands, what it last said',
  access: { code: seesDevices },
  staleAfter: { device: 'id' },
  input: z.object({ id: key }),
  answer: z.object({
    id: z.int(),
    concentratorId: z.int(),
    ...facts,
    areaId: z.int(),
    areaName: z.string(),
    landId: z.int().nullable(),
    /** The camera that looks at it. */
    cameraId: z.int().nullable(),
    /** 'lat,lng'; empty where nobody said where it stands. */
    latlng: z.string().nullable(),
    lastSeenAt: z.string().nullable(),
    reportMinutes: z.int().nullable(),
    baseConcentratorDTO: z.object(facts),
    readings: z.array(z.object({ metric: z.string(), value: z.number(), at: z.string() })),
  }),
})
export type ConcentratorView = z.infer<typeof concentratorVisualization.answer>
export const updateConcentrator = call({
  endpoint: 'PUT /wfpe/v2/{tenant}/device/concentrator/upd/res',
  summary: 'Another picture of a device, or none',
  access: { code: editsDevices },
  input: z.strictObject({
    id: key,
    objectVersionNumber: key,
    fileUrl: z.string().max(400).nullable(),
  }),
  answer: z.object({ id: z.int(), objectVersionNumber: z.int(), fileUrl: z.string().nullable() }),
})

const onMap = z.object({
  id: z.int(),
  concentratorId: z.int(),
  deviceType: z.enum(deviceTypeNames),
  eui: z.string(),
  name: z.string(),
  /** What it is drawn as: its type. */ icon: z.string(),
  online: bit,
  areaId: z.int(),
  landId: z.int().nullable(),
  latlng: z.string(),
  /** Whether any of what it switches stands open; null: it has nothing such, or never said so. */
  isOpen: bit.nullable(),
  /** Level of its worst open alarm, for who sees alarms. */
  alarm: z.literal(Object.values(alarmLevels)).nullable(),
})
/** Device as a marker. */
export type DeviceMarker = z.infer<typeof onMap>
export const mostMarkers = 2000
export const deviceMarkers = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/markers',
  summary: 'Devices that the caller may see and that stand somewhere',
  access: { code: seesDevices },
  staleAfter: { alarm: true },
  input: z.object({ areaId: key.optional() }),
  answer: z.array(onMap),
})

const inBase = z.object({
  id: z.int(),
  name: z.string(),
  eui: z.string(),
  online: bit,
  lastSeenAt: z.string().nullable(),
  landId: z.int().nullable(),
})
const gatewayAccess = { code: [device.permissions.list, deviceTypes.gateway.permissions.list] }
export const gatewaysOfBase = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/gateway/{id}/list',
  summary: 'Gateways of a base; the id is the base’s',
  access: gatewayAccess,
  input: z.object({ id: key }),
  answer: z.array(inBase),
})

/** Who makes devices, of all types or of one: which is asked with each. */
const createsDevices = [
  ...new Set([
    device.permissions.create,
    ...Object.values(deviceTypes).map(({ permissions }) => permissions.create),
  ]),
]
const loraAccess = { code: [device.permissions.list, deviceTypes.lorawan_gateway.permissions.list] }
export const loraGatewayHistory = call({
  endpoint: 'GET /wfpe/v2/{tenant}/device/lora-gateway/history',
  summary: 'Values of a LoRaWAN gateway over a span',
  access: loraAccess,
  input: deviceHistory.input,
  answer: deviceHistory.answer,
})
export const gatewayOffline = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/gateway/{id}/offline',
  summary: 'When a gateway was not to be heard, newest first',
  access: gatewayAccess,
  input: z.object({ id: key }),
  answer: deviceOutages.answer,
})
export const synchronizeNodes = call({
  endpoint: 'POST /wfpe/v2/{tenant}/device/lora-node/synchronize',
  summary:
    'Makes a node of every device that a LoRaWAN network speaks of and nobody has entered, on one base',
  access: { code: createsDevices },
  input: z.strictObject({
    networkId: z.int().positive(),
    areaId: z.int().positive(),
    /** How all of them are read; without it each is told so later. */ codecId: z
      .int()
      .positive()
      .nullish(),
    /** These alone, each as what it is; all of them as nodes where nothing is said. */ nodes: z
      .array(
        z.strictObject({
          devEui: z.string().regex(/^[\da-f]{16}$/i),
          deviceType: z.enum(deviceTypeNames),
          codecId: z.int().positive().nullish(),
        }),
      )
      .min(1)
      .max(200)
      .optional(),
  }),
  answer: z.array(z.object({ id: z.int(), name: z.string(), eui: z.string() })),
})
