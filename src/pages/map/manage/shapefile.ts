import type { Position } from '#contract/ground.ts'

/** A row of a shapefile: one polygon, and what its table says of it. */
type Rings = readonly (readonly Position[])[]
interface ShapeRow {
  /**
   * Its outline and then its holes, each closed: the first corner once more at the end; [longitude,
   * latitude] in WGS84.
   */
  rings: Rings
  name: string
  code: string | null
  type: string | null
  /** In mu. */
  mu: number | null
}
const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'
const polygon = 5
const headBytes = 100
/** What comes before the beginnings of a polygon's lines, and the number of the record. */
const polygonBytes = 44
const recordBytes = 8
const words = (bytes: number) => bytes / 2

/** Clockwise, as the outer line of a polygon runs in a shapefile; its holes run the other way. */
function isClockwise(ring: readonly Position[]): boolean {
  let twice = 0
  for (const [at, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    twice += (nextX - x) * (nextY + y)
  }
  return twice >= 0
}
const wound = (rings: Rings) =>
  rings.map((ring, at) => (isClockwise(ring) === (at === 0) ? ring : ring.toReversed()))
const boxOf = (corners: readonly Position[]) => {
  const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)]
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}
function doubles(view: DataView, at: number, values: readonly number[]): void {
  for (const [place, value] of values.entries()) view.setFloat64(at + place * 8, value, true)
}
function head(view: DataView, bytes: number, box: readonly number[]): void {
  view.setInt32(0, 9994)
  view.setInt32(24, words(bytes))
  view.setInt32(28, 1000, true)
  view.setInt32(32, polygon, true)
  doubles(view, 36, box)
}

/** The shapes and their index: ESRI Shapefile Technical Description, July 1998. */
function shapes(polygons: readonly Rings[]): { shp: Uint8Array; shx: Uint8Array } {
  const sizes = polygons.map((rings) => polygonBytes + rings.length * 4 + rings.flat().length * 16)
  const shp = new DataView(
    new ArrayBuffer(headBytes + sizes.reduce((sum, size) => sum + recordBytes + size, 0)),
  )
  const shx = new DataView(new ArrayBuffer(headBytes + polygons.length * recordBytes))
  const box = boxOf(polygons.flat(2))
  head(shp, shp.byteLength, box)
  head(shx, shx.byteLength, box)
  let at = headBytes
  for (const [place, rings] of polygons.entries()) {
    const size = sizes[place]!
    shx.setInt32(headBytes + place * recordBytes, words(at))
    shx.setInt32(headBytes + place * recordBytes + 4, words(size))
    shp.setInt32(at, place + 1)
    shp.setInt32(at + 4, words(size))
    at += recordBytes
    shp.setInt32(at, polygon, true)
    const corners = rings.flat()
    doubles(shp, at + 4, boxOf(corners))
    shp.setInt32(at + 36, rings.length, true)
    shp.setInt32(at + 40, corners.length, true)
    let before = 0
    for (const [part, ring] of rings.entries()) {
      shp.setInt32(at + polygonBytes + part * 4, before, true)
      before += ring.length
    }
    doubles(shp, at + polygonBytes + rings.length * 4, corners.flat())
    at += size
  }
  return { shp: new Uint8Array(shp.buffer), shx: new Uint8Array(shx.buffer) }
}

const columns = [
  { name: 'NAME', kind: 'C', bytes: 240, digits: 0 },
  { name: 'CODE', kind: 'C', bytes: 120, digits: 0 },
  { name: 'TYPE', kind: 'C', bytes: 40, digits: 0 },
  { name: 'MU', kind: 'N', bytes: 12, digits: 2 },
] as const
const encoder = new TextEncoder()
/** As many whole characters as fit, then spaces. */
function padded(text: string, bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes).fill(0x20)
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes))
  whole.set(encoder.encode(text.slice(0, read)))
  return whole
}
/** The table: dBASE III, its texts in UTF-8 as the `.cpg` beside it says. */
function table(rows: readonly ShapeRow[], day: Date): Uint8Array {
  const rowBytes = 1 + columns.reduce((sum, { bytes }) => sum + bytes, 0)
  const before = 32 + columns.length * 32 + 1
  const dbf = new Uint8Array(before + rows.length * rowBytes + 1)
  const view = new DataView(dbf.buffer)
  dbf.set([3, day.getFullYear() - 1900, day.getMonth() + 1, day.getDate()])
  view.setUint32(4, rows.length, true)
  view.setUint16(8, before, true)
  view.setUint16(10, rowBytes, true)
  for (const [place, { name, kind, bytes, digits }] of columns.entries()) {
    const at = 32 + place * 32
    dbf.set(encoder.encode(name), at)
    dbf[at + 11] = kind.charCodeAt(0)
    dbf[at + 16] = bytes
    dbf[at + 17] = digits
  }
  dbf[before - 1] = 0x0d
  for (const [place, { name, code, type, mu }] of rows.entries()) {
    let at = before + place * rowBytes
    dbf[at++] = 0x20
    const cells = [name, code ?? '', type ?? '', mu === null ? '' : mu.toFixed(2).padStart(12)]
    for (const [column, { bytes }] of columns.entries()) {
      dbf.set(padded(cells[column]!, bytes), at)
      at += bytes
    }
  }
  dbf[dbf.length - 1] = 0x1a
  return dbf
}

/** Polygons as a zipped shapefile that geographic systems open. At least one row. */
export async function toShapefile(
  rows: readonly ShapeRow[],
  day: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const { zipSync } = await import('fflate')
  return zipSync({
    ...Object.fromEntries(
      Object.entries(shapes(rows.map(({ rings }) => wound(rings)))).map(([kind, bytes]) => [
        `plots.${kind}`,
        bytes,
      ]),
    ),
    'plots.dbf': table(rows, day),
    'plots.prj': encoder.encode(wgs84),
    'plots.cpg': encoder.encode('UTF-8'),
  })
}
