import type { MapSource } from '#contract/map/map.ts'

/** Tiles on some host, or read from an archive on this machine. */
export interface MapTiles extends Omit<MapSource, 'isOwn'> {
  /** The archive. */
  file?: string
}
/** The specification looks down to level 20. */
export const mostZoom = 20
/** Where the server answers with tiles of the archive of a source. */
export const tilePath = (place: number | string) => `/map-tiles/${place}`
