import type { MapSource } from '#contract/map/map.ts'

/** An archive of tiles on this machine. */
export interface TileArchive {
  path: string
  format: 'pmtiles' | 'mbtiles'
}
/** Tiles on some host, or read from an archive. */
export interface MapTiles extends Omit<MapSource, 'isOwn'> {
  file?: TileArchive
}
/** The specification looks down to level 20. */
export const mostZoom = 20
/** Where the server answers with tiles of the archive of a source. */
export const tilePath = (place: number | string) => `/map-tiles/${place}`
