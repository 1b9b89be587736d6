import { z } from 'zod'
import { call } from '../call.ts'
import { deviceTypes } from '../devices/index.ts'
import { exportFormats } from '../platform/platform-calls.ts'
import { device } from '../equipment/device.ts'
import { layerPoint } from './history-calls.ts'

const key = z.coerce.number().int().positive()
const access = { code: [device.permissions.list, deviceTypes.soil.permissions.list] }
const base = '/wfpe/v1/{tenant}/device/soil/{id}'
const bit = z.literal([0, 1])
const measured = z.number().nullable()

const inBase = z.object({
  id: z.int(),
  name: z.string(),
  eui: z.string(),
  online: bit,
  lastSeenAt: z.string().nullable(),
  landId: z.int().nullable(),
})
export const soilOfBase = call({
  endpoint: `GET ${base}/area`,
  summary: 'Tubular probes of a base; the id is the base’s',
  access,
  input: z.object({ id: key }),
  answer: z.array(inBase),
})

export const soilInfo = call({
  endpoint: `GET ${base}/info`,
  summary: 'A probe with the newest values of its layers',
  access,
  input: z.object({ id: key }),
  answer: z.object({
    id: z.int(),
    /** The device itself, as the other calls of concentrators name it. */ concentratorId: z.int(),
    name: z.string(),
    eui: z.string(),
    online: bit,
    /** 1: the surface is not measured, so the first layer listed is the first below it. */
    surfaceFlag: bit,
    /** Conductivity in S/m; layer 0 has a temperature only. */
    layerList: z.array(
      z.object({
        number: z.int(),
        temperature: measured,
        humidity: measured,
        conductivity: measured,
        lastUpdateDate: z.string(),
      }),
    ),
  }),
})
export const soilHistoryExpert = call({
  endpoint: `GET ${base}/history-expert`,
  summary:
    'All layers of a probe over a span, by time and then by depth; with a format as a file, a line per time as it was measured',
  access,
  input: z.object({
    id: key,
    from: z.iso.datetime({ offset: true }),
    to: z.iso.datetime({ offset: true }),
    format: z.enum(exportFormats).optional(),
  }),
  answer: z.array(layerPoint),
})
