import { deviceTypes } from '#contract/devices/index.ts'
import type { Client } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { newMember } from './harness.ts'

export const { permissions: valveCodes } = deviceTypes.electric_valve
export const base = 'wfpe/v1/{tenant}/device'
export const { app, mine } = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 } })
export const valve = await newDevice(mine.admin, 'electric_valve')
export const gateway = await newDevice(mine.admin, 'gateway')
export const waterman = await newMember(app, mine, [valveCodes.list, valveCodes.edit])
export const status = async (
  client: Client,
  endpoint: Parameters<Client['send']>[0],
  body?: Record<string, unknown> | unknown[],
) => (await client.send(endpoint, body)).statusCode
