import { z } from 'zod'
import { alarmRule } from '../alarm/alarm-rule.ts'
import { call } from '../call.ts'
import { camera } from './camera.ts'

const base = '/wfpe/v1/{tenant}/camera'
const { create, edit } = camera.permissions

/**
 * What stands in the way of events becoming readings of the box. `noBox`: no device of type camera
 * has the number; `boxDisabled`: one has, and is disabled.
 */
export const cameraBox = call({
  endpoint: `GET ${base}/box`,
  summary: 'Whether the device that a camera of this serial number would speak through is there',
  access: { code: [create, edit] },
  input: z.object({ deviceSerial: z.string().min(1).max(64) }),
  answer: z.object({ problem: z.enum(['noBox', 'boxDisabled']).nullable() }),
})

/** Readings that events become, in the order in which rules are suggested. */
export const eventMetrics = ['motion', 'line', 'tamper'] as const
export type EventMetric = (typeof eventMetrics)[number]
export const cameraEventRules = call({
  endpoint: `GET ${base}/event-rules`,
  summary:
    'Which events of a camera no alarm rule looks at yet; for whoever sees the camera and may make rules',
  access: { code: camera.permissions.list },
  input: z.object({ cameraId: z.coerce.number().int().positive() }),
  answer: z.object({
    /** The box whose readings they are; null: there is none, or events are not wanted. */
    device: z
      .object({ id: z.number(), name: z.string(), areaId: z.number().nullable() })
      .nullable(),
    uncovered: z.array(z.enum(eventMetrics)),
  }),
  rowsOf: camera.name,
  staleAfter: { [alarmRule.name]: true, [camera.name]: true },
})
