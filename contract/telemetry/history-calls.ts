import { z } from 'zod'
import { call } from '../call.ts'
import { exportFormats } from '../platform/platform-calls.ts'
import { deviceTypes } from '../devices/index.ts'
import { device } from '../equipment/device.ts'
import { seesDevices } from '../equipment/device-calls.ts'

const key = z.coerce.number().int().positive()
const span = { from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) }

export const windRose = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/{id}/wind-rose',
  summary:
    'For how long the wind blew from each of eight directions, by strength; at most the last 92 days of a span',
  access: { code: seesDevices },
  input: z.object({ id: key, ...span }),
  answer: z.object({
    /** Seconds in all for which it is known, and those of hardly any wind. */
    total: z.number(),
    calm: z.number(),
    /** Per eighth from north on, the seconds of each class of contract/devices/wind.ts. */
    eighths: z.array(z.array(z.number())),
  }),
})
export type WindRose = z.infer<typeof windRose.answer>

/** The types whose probes have layers. */
const seesSoil = [device.permissions.list, deviceTypes.soil.permissions.list]
export const layerPoint = z.object({
  layer: z.int(),
  humidity: z.number().nullable(),
  temperature: z.number().nullable(),
  conductivity: z.number().nullable(),
  uploadTime: z.string(),
})
/** A point of a layer's curve; layer 0 has a temperature only. Conductivity in S/m. */
export type LayerPoint = z.infer<typeof layerPoint>
export const soilHistory = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/soil/{id}/history',
  summary: 'One layer of a probe over a span',
  access: { code: seesSoil },
  input: z.object({ id: key, layer: z.coerce.number().int().min(0).max(99), ...span }),
  answer: z.array(layerPoint),
})
/**
 * Starts a job whose result is a file: a line per time, a column per channel; where values are kept
 * no longer, lines of hours and days, which say what they are.
 */
export const exportDeviceHistory = call({
  endpoint: 'POST /wfpe/v1/{tenant}/device/{id}/history/export',
  summary: 'What a device measured over a span, as a file',
  access: { code: seesDevices },
  unaudited: true,
  input: z.object({
    id: key,
    ...span,
    /** A text file where nothing is said; a workbook has 20,000 lines at most. */
    format: z.enum(exportFormats).optional(),
    /** Names of channels with commas between; all when left out. */
    channels: z.string().max(2000).optional(),
  }),
  answer: z.object({ jobId: z.int() }),
})
