import type { DigitalMap } from '#contract/map/map.ts'
import { saveFile } from '#src/api/download.ts'
import { toGeoJson, toKml, toShapes, type GroundKind } from './ground-files.ts'

/** Writes what is drawn into a file: plots, and where bases end where the kind of file tells them apart. */
export async function exportGround(
  { plots, bases }: DigitalMap,
  kind: GroundKind,
  name: string,
): Promise<void> {
  if (kind === 'shapefile') {
    const zip = await toShapes(plots)
    return zip ? saveFile(new Blob([zip], { type: 'application/zip' }), `${name}.zip`) : undefined
  }
  const text = kind === 'kml' ? toKml(plots, bases) : toGeoJson(plots, bases)
  const type = kind === 'kml' ? 'application/vnd.google-earth.kml+xml' : 'application/geo+json'
  saveFile(new Blob([text], { type }), `${name}.${kind}`)
}
