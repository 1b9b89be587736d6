import { z } from 'zod'
import { plotLock } from '../farm/plot-lock.ts'
import { call } from '../call.ts'
import { groundShape } from '../ground.ts'
import { deviceTypeNames } from '../devices/index.ts'
import { screen } from '../screen.ts'
import { landmarkKinds, type LandmarkKind } from '../farm/landmark.ts'
import { projections } from './projection.ts'

// chosen: one code opens the map with bases and plots; devices and alarms on it are told by their
// own codes
export const mapScreen = screen('map-digital', {
  route: '/web/farm/map-digital',
  ownWindow: '/map',
  module: 'farm',
  group: 'today',
  icon: 'map',
  placed: true,
  permission: 'wfpf.farm.mapDigital',
})

const bit = z.literal([0, 1])
const key = z.int()
/** [longitude, latitude] in WGS84. */
const position = z.tuple([z.number(), z.number()])
const base = z.object({
  id: key,
  name: z.string(),
  at: position.nullable(),
  /** Where it ends; null: nobody has drawn that. */
  corners: groundShape.nullable(),
  isDefault: bit,
  /** What it is for, a code of `areaUsage`. */
  usage: z.string().nullable(),
})
export type MapBase = z.infer<typeof base>

export const mapPlot = z.object({
  id: key,
  areaId: key,
  name: z.string(),
  code: z.string().nullable(),
  type: z.string().nullable(),
  /** In mu. */
  acreage: z.number().nullable(),
  /** Its outline, or that and the holes in it. */
  corners: groundShape.nullable(),
  at: position,
  /** Mean of what soil sensors on it said last, in percent; null: none did within a day. */
  moisture: z.number().nullable(),
  moistureAt: z.string().nullable(),
  /** What grows there now; null: nothing, or not for who asks. */
  batch: z
    .object({ id: key, name: z.string(), crop: z.string(), stage: z.string().nullable() })
    .nullable(),
  /** What keeps people off it, because of what, and until when; null: nothing, or not for who asks. */
  lock: plotLock.pick({ kind: true, name: true, until: true }).nullable(),
})
/** Something to find or to keep away from. */
const mapLandmark = z.object({
  id: key,
  areaId: key,
  name: z.string(),
  kind: z.enum(Object.keys(landmarkKinds) as [LandmarkKind, ...LandmarkKind[]]),
  at: position,
  description: z.string().nullable(),
  picture: z.string().nullable(),
})
export type MapLandmark = z.infer<typeof mapLandmark>
export type MapPlot = z.infer<typeof mapPlot>

/** Whose position a device is drawn at. */
export const placedBy = ['own', 'plot', 'base'] as const
/**
 * One device, told in few bytes: id, place in `types`, base, plot (0: none), longitude, latitude,
 * place in `placedBy`, online, its short value, name.
 */
const mapped = z.tuple([
  key,
  z.int(),
  key,
  key,
  z.number(),
  z.number(),
  z.literal([0, 1, 2]),
  bit,
  z.number().nullable(),
  z.string(),
])
export type MappedDevice = z.infer<typeof mapped>
/** Device, level of its worst open alarm, how many are open, how many nobody has acknowledged. */
const alarmed = z.tuple([key, z.literal([1, 2, 3]), z.int(), z.int()])
export type AlarmedDevice = z.infer<typeof alarmed>

/**
 * Why something has no place: nobody said any, neither of it nor of what it stands on; or what was
 * said is nowhere on earth.
 */
export const unplacedReasons = ['none', 'invalid'] as const
const unplaced = z.object({
  kind: z.enum(['device', 'plot', 'base', 'landmark']),
  id: key,
  name: z.string(),
  deviceType: z.enum(deviceTypeNames).nullable(),
  reason: z.enum(unplacedReasons),
})
export type Unplaced = z.infer<typeof unplaced>
/** So many of them are named; all are counted. */
export const mostUnplaced = 500
export const mostMapped = 100_000

const source = z.object({
  name: z.string(),
  url: z.string(),
  projection: z.enum(projections),
  attribution: z.string(),
  /** Deepest level that it has tiles of; nearer, those are enlarged. */
  nativeMaxZoom: z.int(),
  /** This server has its tiles: they can be taken along. */
  isOwn: z.boolean(),
})
export type MapSource = z.infer<typeof source>

// chosen: maps in forms and records lie on the same ground
export const mapSources = call({
  endpoint: 'GET /wfpf/v1/{tenant}/map/sources',
  summary: 'Pictures of the ground that the operator has given, for maps in forms and records',
  access: 'signed-in',
  input: z.object({}),
  answer: z.array(source),
})

/** Opens the page on which places are drawn, which shows the same. */
const manages = 'wfpf.farm.map'

// chosen: the specification gives the map a screen and no call
export const digitalMap = call({
  endpoint: 'GET /wfpf/v1/{tenant}/map',
  summary: 'What lies and stands on the map: bases, plots, devices, alarms, and what has no place',
  access: { code: [mapScreen.permission!, manages] },
  staleAfter: { area: true, land: true, landmark: true, batch: true, task: true },
  input: z.object({
    base: z.coerce.number().int().positive().optional(),
    /** `devices`: those of `ids`, or all, and no ground; `alarms`: nothing else. */
    only: z.enum(['devices', 'alarms']).optional(),
    ids: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
      .optional(),
  }),
  answer: z.object({
    bases: z.array(base),
    plots: z.array(mapPlot),
    landmarks: z.array(mapLandmark),
    /** Crops that are or were grown, in an order to which new ones are added at its end. */
    crops: z.array(z.string()),
    types: z.array(z.enum(deviceTypeNames)),
    devices: z.array(mapped),
    /** null: not for who asks. */
    alarms: z.array(alarmed).nullable(),
    unplaced: z.array(unplaced),
    unplacedCount: z.int(),
    sources: z.array(source),
  }),
})
export type DigitalMap = z.infer<typeof digitalMap.answer>
/** Most devices that one question can name. */
export const mostAsked = 200
