import { area, baseManageScreen } from '#contract/farm/area.ts'
import { land, landScreen } from '#contract/farm/land.ts'
import { landmark, landmarkScreen } from '#contract/farm/landmark.ts'
import { isWithin, outlineOf, type Position } from '#contract/ground.ts'
import type { MapBase } from '#contract/map/map.ts'
import { groundOf } from '#src/kit/map/ground.ts'
import type { FormValue } from '#src/kit/form/values/form-value.ts'
import { formatLatLng } from '#src/lib/coordinates.ts'

/** What begins on the map: ground with an outline, a place, or for a base either. */
export const newKinds = ['plot', 'base', 'landmark'] as const
export type NewKind = (typeof newKinds)[number]
/** Whose form opens once it is drawn, and who may hand that in. */
export const formsOf = {
  plot: landScreen,
  base: baseManageScreen,
  landmark: landmarkScreen,
} as const
export const createCodes: Readonly<Record<NewKind, string>> = {
  plot: land.permissions.create,
  base: area.permissions.create,
  landmark: landmark.permissions.create,
}

/** Whether so many corners are such a thing: a base may be a place alone. */
export const isWhole = (kind: NewKind, corners: number): boolean =>
  kind === 'landmark' ? corners === 1 : corners >= 3 || (kind === 'base' && corners === 1)
/** A landmark lies at one place: where was clicked last. */
export const cornersOf = (kind: NewKind, corners: readonly Position[]): readonly Position[] =>
  kind === 'landmark' ? corners.slice(-1) : corners

/** The base within whose outline something was drawn. */
const baseAround = (bases: readonly MapBase[], at: Position) =>
  bases.find(({ corners }) => corners && isWithin(at, outlineOf(corners)))

/** What its form begins with. */
export function beginOf(
  kind: NewKind,
  corners: readonly Position[],
  bases: readonly MapBase[],
): FormValue {
  const place = corners.length === 1 ? { latlng: latLngOf(corners[0]!) } : null
  const within = kind === 'base' ? undefined : baseAround(bases, corners[0]!)
  return {
    ...(place ?? {
      boundary: [...corners],
      acreage: Number(groundOf(corners).mu.toFixed(2)),
    }),
    ...(within && { areaId: within.id }),
  }
}
const latLngOf = ([lng, lat]: Position) => formatLatLng([lat, lng])
