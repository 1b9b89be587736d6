import { z } from 'zod'
import { call, nothing, pageOf, pageQuery } from '../call.ts'
import { deviceTypeNames, deviceTypes } from '../devices/index.ts'
import { exportFormats } from '../platform/platform-calls.ts'
import { commandRow } from './command.ts'
import { device } from '../equipment/device.ts'
import { seesDevices } from '../equipment/device-calls.ts'

const key = z.coerce.number().int().positive()
const base = '/wfpe/v1/{tenant}/device/gateway'
const editsGateways = [device.permissions.edit, deviceTypes.gateway.permissions.edit]
/** Channels that one gateway gathers at most. */
export const mostCollected = 100

/** A channel of another device that a gateway gathers. */
const item = z.object({
  id: z.int(),
  deviceId: z.int(),
  deviceName: z.string(),
  deviceType: z.enum(deviceTypeNames),
  eui: z.string(),
  metric: z.string(),
  /** What people call the channel, and their note with its formulas; empty as its type calls it. */
  name: z.string(),
  description: z.string(),
  /** What its device is drawn as: its type. */ icon: z.string(),
  newestData: z.number().nullable(),
  newestTime: z.string().nullable(),
  unit: z.string(),
  online: z.literal([0, 1]),
})
export type CollectionItem = z.infer<typeof item>

// chosen: the specification gives these calls no paths
export const collectionData = call({
  endpoint: `GET ${base}/{id}/collection`,
  summary: 'What a gateway gathers of other devices, with the newest values',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.array(item),
})
export const collectionPage = call({
  endpoint: 'GET /wfpe/v2/{tenant}/device/gateway/{id}/collection',
  summary: 'The same in pages',
  access: { code: seesDevices },
  input: z.object({ ...pageQuery, id: key }),
  answer: pageOf(item),
})
export const collectionInfo = call({
  endpoint: `GET ${base}/collection/{id}/info`,
  summary: 'One channel that a gateway gathers',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: item,
})
export const addCollection = call({
  endpoint: `POST ${base}/{id}/collection`,
  summary:
    'Has a gateway gather channels of a device of its base; those that it gathers already stay',
  access: { code: editsGateways },
  input: z.strictObject({
    id: key,
    deviceId: z.int().positive(),
    metrics: z.array(z.string().max(40)).min(1).max(mostCollected),
  }),
  answer: z.array(item),
})
export const deleteCollection = call({
  endpoint: `DELETE ${base}/collection/{id}`,
  summary: 'A gateway gathers a channel no longer; refused while a strategy of its looks at it',
  access: { code: editsGateways },
  input: z.object({ id: key }),
  answer: nothing,
})
const standing = z.object({
  /** As of a strategy (strategy-calls.ts); `none`: nothing is gathered and nothing was. */
  standing: z.enum(['none', 'held', 'waiting', 'missing']),
  reportedAt: z.string().nullable(),
  /** The newest order about it. */ command: commandRow.nullable(),
})
export type CollectionStanding = z.infer<typeof standing>
export const collectionStanding = call({
  endpoint: `GET ${base}/{id}/collection/standing`,
  summary: 'Whether a gateway has the list of what it is to gather',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: standing,
})
export const sendCollection = call({
  endpoint: `POST ${base}/{id}/collection/send`,
  summary: 'Sends a gateway the list of what it is to gather once more',
  access: { code: editsGateways },
  input: z.object({ id: key }),
  answer: standing,
})
export const exportCollection = call({
  endpoint: 'POST /wfpe/v2/{tenant}/device/gateway/{id}/collection/export',
  summary: 'What a gateway gathered over a span, as a file: a job',
  access: { code: seesDevices },
  unaudited: true,
  input: z.object({
    id: key,
    from: z.iso.datetime({ offset: true }),
    to: z.iso.datetime({ offset: true }),
    format: z.enum(exportFormats).optional(),
  }),
  answer: z.object({ jobId: z.int() }),
})
