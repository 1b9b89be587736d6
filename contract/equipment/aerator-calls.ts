import { z } from 'zod'
import { call } from '../call.ts'
import { aeratorIi, pumpCodes } from '../devices/aerator-ii.ts'
import { isPlain } from '../field.ts'
import { commandRow } from '../command/command.ts'
import { device } from './device.ts'
import { deviceOutages } from './device-calls.ts'
import { deviceFaults } from '../command/setting-calls.ts'

const key = z.coerce.number().int().positive()
const base = '/wfpe/v1/{tenant}/aerator'
const sees = [device.permissions.list, aeratorIi.permissions.list]
/** Pumps of one regulator, and its ports. */
export const mostPumps = aeratorIi.readings.pump.circuits

const bit = z.literal([0, 1]).nullable()
const pump = z.object({
  id: z.int(),
  objectVersionNumber: z.int(),
  regulatorId: z.int(),
  name: z.string(),
  icon: z.literal('pump'),
  node: z.int(),
  /**
   * As it last reported: 1 open; 0 disconnected; a fault of 0 is normal. Null while it has said
   * nothing.
   */
  statusFlag: bit,
  onlineFlag: bit,
  faultFlag: bit,
  /** A, as it last reported. */
  current: z.number().nullable(),
})
export type Pump = z.infer<typeof pump>
const given = {
  name: z.string().trim().min(1).max(40).refine(isPlain),
  node: z.int().min(1).max(mostPumps),
}

export const pumpList = call({
  endpoint: `GET ${base}/pump`,
  summary: 'Pumps of a regulator, by port',
  access: { code: sees },
  staleAfter: { device: 'regulatorId' },
  input: z.object({ regulatorId: key }),
  answer: z.array(pump),
})
export const addPump = call({
  endpoint: `POST ${base}/pump`,
  summary: 'A pump at a free port of a regulator, four at most',
  access: { code: pumpCodes.addDevice },
  input: z.strictObject({ regulatorId: key, ...given }),
  answer: pump,
})
export const editPump = call({
  endpoint: `PUT ${base}/pump`,
  summary: 'Another name or port of a pump',
  access: { code: pumpCodes.editDevice },
  input: z.strictObject({ id: key, objectVersionNumber: key, ...given }),
  answer: pump,
})
export const deletePump = call({
  endpoint: `DELETE ${base}/pump/{id}`,
  summary: 'Takes a pump off its regulator',
  access: { code: pumpCodes.delDevice },
  input: z.object({ id: key }),
  answer: z.literal(1),
})
export const controlPump = call({
  endpoint: `POST ${base}/control`,
  summary: 'Open (1) or close (0) a pump; answers the command, which is only on its way',
  access: { code: device.permissions.control },
  form: true,
  input: z.object({
    pumpId: key,
    statusFlag: z.coerce.number(),
    confirmation: z.string().trim().max(60).optional(),
  }),
  answer: commandRow,
})
const log = { access: { code: sees }, input: z.object({ id: key }) }
export const aeratorFaults = call({
  ...log,
  endpoint: `GET ${base}/{id}/fault-log`,
  summary: 'Faults of its pumps in the last 92 days, newest first',
  answer: deviceFaults.answer,
})
export const aeratorCommands = call({
  ...log,
  endpoint: `GET ${base}/{id}/control-log`,
  summary: 'The last orders to it, newest first',
  answer: z.array(commandRow),
})
export const aeratorOutages = call({
  ...log,
  endpoint: `GET ${base}/{id}/offline-log`,
  summary: 'When it was not to be heard, newest first',
  answer: deviceOutages.answer,
})
