import { z } from 'zod'
import { call } from '../call.ts'
import { areaCodes } from '../farm/area.ts'
import { groundShape } from '../ground.ts'

const baseState = z.object({
  id: z.int(),
  areaName: z.string(),
  acreage: z.number().nullable(),
  latlng: z.string().nullable(),
  boundary: groundShape.nullable(),
  defaultFlag: z.literal([0, 1]),
  enabledFlag: z.literal([0, 1]),
  plots: z.int(),
  /** null: the caller sees no devices, or no alarms. */
  devices: z.int().nullable(),
  offline: z.int().nullable(),
  /** Open and not acknowledged, and the highest of their levels. */
  alarms: z.int().nullable(),
  level: z.int().nullable(),
  /** Outlines of its plots, for a small map; of many bases none are told. */
  outlines: z.array(z.object({ id: z.int(), name: z.string(), corners: groundShape })),
})
export type BaseState = z.infer<typeof baseState>
/** Beyond so many plots a small map shows bases alone. */
export const mostOutlines = 300

export const baseStates = call({
  endpoint: 'GET /wfpf/v1/{tenant}/area/states',
  summary: 'Bases that the caller sees: how large, what stands there, what is wrong',
  access: { code: areaCodes },
  staleAfter: { area: true, land: true, alarm: true },
  input: z.object({}),
  answer: z.array(baseState),
})
