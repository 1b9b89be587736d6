import { z } from 'zod'
import { call } from '../call.ts'
import { inverter } from '../devices/inverter.ts'
import { exportFormats } from '../platform/platform-calls.ts'
import { commandRow } from '../command/command.ts'
import { device } from './device.ts'
import { deviceHistory } from './device-calls.ts'
import { deviceFaults } from '../command/setting-calls.ts'

const key = z.coerce.number().int().positive()
const base = '/wfpe/v1/{tenant}/inverter'
const access = { code: [device.permissions.list, inverter.permissions.list] }
const input = z.object({ id: key })

const bit = z.literal([0, 1])
const inBase = z.object({
  id: z.int(),
  name: z.string(),
  eui: z.string(),
  online: bit,
  lastSeenAt: z.string().nullable(),
  landId: z.int().nullable(),
})
// chosen: two calls ask for the inverters of a base; the id of both is the base's
export const invertersOfBase = [`GET ${base}/{id}/all`, `GET ${base}/{id}/area`].map((endpoint) =>
  call({
    endpoint: endpoint as 'GET /',
    summary: 'Inverters of a base',
    access,
    input,
    answer: z.array(inBase),
  }),
)
export const inverterFaults = call({
  endpoint: `GET ${base}/{id}/alarm`,
  summary: 'Faults in the last 92 days by their numbers (E001 to E023), newest first',
  access,
  input,
  answer: deviceFaults.answer,
})
export const controlInverter = call({
  endpoint: `POST ${base}/{id}/control`,
  summary:
    'Stop (0), forward (1), reverse (2); a turn the other way stops first. Answers the command, which is only on its way',
  access: { code: device.permissions.control },
  input: z.object({
    id: key,
    en: z.coerce.number(),
    confirmation: z.string().trim().max(60).optional(),
  }),
  answer: commandRow,
})
const eui = z.string().max(64)
// chosen: the specification says no more of these than their names; neither moves anything, a
// question must not
export const inverterConnections = [`GET ${base}/{id}/connect`, `GET ${base}/{id}/close`].map(
  (endpoint) =>
    call({
      endpoint: endpoint as 'GET /',
      summary: 'Whether an inverter is connected, by its id and its EUI',
      access,
      input: z.object({ id: key, eui: eui.optional() }),
      answer: z.object({ eui, online: bit, lastSeenAt: z.string().nullable() }),
    }),
)
export const inverterLog = call({
  endpoint: `GET ${base}/{id}/getLog`,
  summary: 'The last orders to an inverter, newest first',
  access,
  input,
  answer: z.array(commandRow),
})
export const inverterHistory = call({
  endpoint: `GET ${base}/history`,
  summary: 'Values of an inverter over a span',
  access,
  input: deviceHistory.input,
  answer: deviceHistory.answer,
})
export const exportInverter = call({
  endpoint: `GET ${base}/export`,
  summary: 'The same as a file, a line per time as it was measured, 20,000 lines at most',
  access,
  input: deviceHistory.input.extend({ format: z.enum(exportFormats).optional() }),
  answer: z.string(),
})
