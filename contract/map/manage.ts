import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { device } from '../equipment/device.ts'
import { area } from '../farm/area.ts'
import { groundShape } from '../ground.ts'
import { landmark } from '../farm/landmark.ts'
import { land } from '../farm/land.ts'
import { screen } from '../screen.ts'

// chosen: one code opens it; what may be drawn and put there is asked of plots, bases and devices
export const mapManageScreen = screen('map', {
  route: '/web/farm/map',
  module: 'farm',
  group: 'farm',
  icon: 'map-edit',
  at: 2,
  placed: true,
  permission: 'wfpf.farm.map',
})
/** What has a place on the map, and who gives it one; an `edge` is the outline of a base. */
export const placedKinds = { plot: land, base: area, edge: area, landmark, device } as const
export type PlacedKind = keyof typeof placedKinds

/** [longitude, latitude] in WGS84. */
const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
const outline = groundShape.nullable()
const id = z.int().positive()
const point = { id, was: position.nullable(), at: position.nullable() }
/** `was`: how whoever changes it saw it; what looks otherwise by now is not overwritten. */
const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plot'), id, was: outline, at: outline }),
  z.strictObject({ kind: z.literal('base'), ...point }),
  z.strictObject({ kind: z.literal('edge'), id, was: outline, at: outline }),
  // It lies somewhere, always.
  z.strictObject({ kind: z.literal('landmark'), ...point, at: position }),
  z.strictObject({ kind: z.literal('device'), ...point }),
])
export type PlaceChange = z.infer<typeof change>
const mostPlaceChanges = 500

// chosen: the specification gives the screen and no call
export const saveMapPlaces = call({
  endpoint: 'PUT /wfpf/v1/{tenant}/map/places',
  summary:
    'Where plots, bases, landmarks and devices lie; all of it or nothing, 409 for what has moved since',
  access: { code: mapManageScreen.permission! },
  input: z.strictObject({ changes: z.array(change).min(1).max(mostPlaceChanges) }),
  answer: nothing,
})
