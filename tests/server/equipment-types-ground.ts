import { deviceTypes } from '#contract/devices/index.ts'
import type { z } from 'zod'
import type { Asked } from '#contract/entity-calls.ts'
import type { Client, Sent } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { newMember } from './harness.ts'

export const { permissions: valveCodes } = deviceTypes.electric_valve
export const base = 'wfpe/v1/{tenant}/device'
export const { app, mine } = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 } })
export const valve = await newDevice(mine.admin, 'electric_valve')
export const gateway = await newDevice(mine.admin, 'gateway')
export const waterman = await newMember(app, mine, [valveCodes.list, valveCodes.edit])
export const status = async <In extends z.ZodType>(
  client: Client,
  definition: Asked<In>,
  input?: Sent<In>,
) => (await client.send(definition, input)).statusCode
