import { expect, it } from 'vitest'
import type { FeatureCollection } from 'geojson'
import { holeFault, leavesGround, outlineOf, ringsOf, type Position } from '#contract/ground.ts'
import type { MapBase, MapPlot } from '#contract/map/map.ts'
import {
  groundIn,
  readGround,
  toGeoJson,
  toKml,
  toShapes,
} from '#src/pages/map/manage/ground-files.ts'
import { beginOf, cornersOf, isWhole } from '#src/pages/map/manage/new-thing.ts'
import { snapped } from '#src/pages/map/manage/snap.ts'
import { stepped, type Thing } from '#src/pages/map/manage/use-places.ts'
import { project } from '#contract/map/projection.ts'

const ring = [
  [113.4, 22.9],
  [113.401, 22.9],
  [113.401, 22.901],
  [113.4, 22.901],
  [113.4, 22.9],
]
const file = (...geometries: object[]) =>
  ({
    type: 'FeatureCollection',
    features: geometries.map((geometry, at) => ({
      type: 'Feature',
      properties: { name: `地 ${at + 1}` },
      geometry,
    })),
  }) as FeatureCollection

it('reads outlines of a file and says why some of them are no plots', () => {
  const found = groundIn(
    file(
      { type: 'Polygon', coordinates: [ring] },
      { type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] },
      { type: 'Point', coordinates: [113.4, 22.9] },
      { type: 'Polygon', coordinates: [[ring[0], ring[2], ring[1], ring[3], ring[0]]] },
      {
        type: 'Polygon',
        coordinates: [
          [
            [744_000, 2_533_000],
            [744_100, 2_533_000],
            [744_100, 2_533_100],
          ],
        ],
      },
      { type: 'Polygon', coordinates: [[ring[0], ring[1], ring[0]]] },
    ),
    'wgs84',
  )
  expect(found.map(({ name, fault }) => [name, fault])).toEqual([
    ['地 1', null],
    ['地 2-1', null],
    ['地 2-2', { code: 'field.hole_outside', at: 1 }],
    ['地 3', 'kind'],
    ['地 4', 'crossed'],
    ['地 5', 'metres'],
    ['地 6', 'few'],
  ])
  expect(found[0]!.corners).toHaveLength(4)
  expect(found[0]!.mu).toBeGreaterThan(16.9)
  expect(found[0]!.mu).toBeLessThan(17.3)
})

/** West, south, east and north of an outline as thousandths of a degree from its corner. */
const box = (west: number, south: number, east: number, north: number): Position[] =>
  (
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ] as const
  ).map(([x, y]) => [Number((113.4 + x / 1000).toFixed(6)), Number((22.9 + y / 1000).toFixed(6))])
const field = box(0, 0, 1, 1)
const [pond, house] = [box(0.2, 0.2, 0.4, 0.4), box(0.6, 0.6, 0.8, 0.8)]

it('names the hole that is none, and why', () => {
  const faults = [
    [field, pond, house],
    [field, pond, box(2, 2, 3, 3)],
    [field, box(0.5, 0.5, 1.5, 0.8)],
    // Its side is the outline’s.
    [field, box(0, 0.2, 0.4, 0.4)],
    [field, pond, house, box(0.3, 0.3, 0.5, 0.5)],
    [field, box(0.1, 0.1, 0.9, 0.9), pond],
    [field, pond, box(0.1, 0.1, 0.9, 0.9)],
    [field, [pond[0]!, pond[2]!, pond[1]!, pond[3]!]],
    [field, [pond[0]!, pond[1]!, pond[0]!]],
    field,
  ].map((ground) => holeFault(ground))
  expect(faults).toEqual([
    null,
    { code: 'field.hole_outside', at: 2 },
    { code: 'field.hole_outside', at: 1 },
    { code: 'field.hole_outside', at: 1 },
    { code: 'field.holes_overlap', at: 3, other: 1 },
    { code: 'field.holes_overlap', at: 2, other: 1 },
    { code: 'field.holes_overlap', at: 2, other: 1 },
    { code: 'field.hole_crossing', at: 1 },
    { code: 'field.hole_crossing', at: 1 },
    null,
  ])
})

it.each(['geojson', 'kml', 'shapefile'] as const)('keeps holes in %s and back', async (kind) => {
  const plot = { id: 7, name: '东一区', code: null, type: null, acreage: 17 }
  const plots = [
    { ...plot, corners: [field, pond, house.toReversed()] },
    { ...plot, name: '东二区', corners: field.toReversed() },
  ] as unknown as MapPlot[]
  const file =
    kind === 'shapefile'
      ? new File([(await toShapes(plots))!], 'plots.zip')
      : new File([kind === 'kml' ? toKml(plots) : toGeoJson(plots)], `plots.${kind}`)
  const [one, other, ...more] = groundIn(await readGround(file), 'wgs84')
  expect(more).toEqual([])
  expect([one!.fault, other!.fault]).toEqual([null, null])
  expect(ringsOf(one!.corners)).toHaveLength(3)
  for (const [at, ring] of [field, pond, house].entries()) {
    expect(ringsOf(one!.corners)[at]).toHaveLength(4)
    expect(ringsOf(one!.corners)[at]).toEqual(expect.arrayContaining(ring))
  }
  expect(ringsOf(other!.corners)).toHaveLength(1)
  // Two holes of a fifth by a fifth of its sides.
  expect(one!.mu / other!.mu).toBeCloseTo(0.92, 3)
})

it.each(['geojson', 'kml'] as const)('keeps what is a base’s outline in %s apart', async (kind) => {
  const plot = { id: 7, name: '东一区', code: null, type: null, acreage: 1, corners: pond }
  const plots = [plot] as unknown as MapPlot[]
  const bases = [
    { id: 1, name: '石碁', corners: [field, house] },
    { id: 2, name: '沙湾', corners: null },
  ]
  const text = kind === 'kml' ? toKml(plots, bases) : toGeoJson(plots, bases)
  const found = groundIn(await readGround(new File([text], `ground.${kind}`)), 'wgs84')
  expect(found.map(({ name, isBase, fault }) => [name, isBase, fault])).toEqual([
    ['石碁', true, null],
    ['东一区', false, null],
  ])
  expect(ringsOf(found[0]!.corners)).toHaveLength(2)
})

it('says what leaves the outline around it, but for what a hand misses', () => {
  const bay: Position[] = [
    ...box(0, 0, 3, 3).slice(0, 2),
    [113.4015, 22.901],
    ...box(0, 0, 3, 3).slice(2),
  ]
  const around = (west: number, south: number, east: number, north: number) =>
    leavesGround(box(west, south, east, north), field)
  expect(around(0, 0, 1, 1)).toBe(false)
  // A hundred-thousandth of a degree is a metre.
  expect(around(-0.01, -0.01, 1.01, 1.01)).toBe(false)
  expect(around(0.5, 0.5, 1.05, 0.8)).toBe(true)
  expect(leavesGround(box(0.45, 0.45, 0.5, 0.5), [field, pond])).toBe(false)
  expect(leavesGround(box(0.3, 0.3, 0.35, 0.35), [field, pond])).toBe(true)
  // All of its corners within, but it lies across the bay.
  expect(leavesGround(box(0.2, 0.5, 2.9, 2.9), bay)).toBe(true)
})

it('takes numbers of Chinese maps back to where they are', () => {
  const shifted = ring.map(([lng, lat]) => project('gcj02', [lng!, lat!]))
  const [found] = groundIn(file({ type: 'Polygon', coordinates: [shifted] }), 'gcj02')
  for (const [at, [lng, lat]] of outlineOf(found!.corners).entries()) {
    expect(lng).toBeCloseTo(ring[at]![0]!, 5)
    expect(lat).toBeCloseTo(ring[at]![1]!, 5)
  }
})

it('writes what it reads', () => {
  const plot = {
    id: 7,
    name: '东 <区>',
    code: 'D&1',
    type: null,
    acreage: 17,
    corners: ring.slice(0, 4),
  }
  const plots = [plot, { ...plot, corners: null }] as unknown as MapPlot[]
  const [again] = groundIn(JSON.parse(toGeoJson(plots)) as FeatureCollection, 'wgs84')
  expect(again).toMatchObject({ name: '东 <区>', corners: plot.corners, fault: null })
  const kml = toKml(plots)
  expect(kml.match(/<Placemark>/g)).toHaveLength(1)
  expect(kml).toContain('<name>东 &lt;区&gt;</name>')
  expect(kml).toContain('113.4,22.9 113.401,22.9 113.401,22.901 113.4,22.901 113.4,22.9')
})

it('writes shapefiles that it reads, names of any length whole, rings the right way round', async () => {
  const long = '一'.repeat(60)
  const plot = { id: 7, name: '东 <区>', code: 'D&1', type: 'greenhouse', acreage: 17.25 }
  const corners = ring.slice(0, 4)
  const plots = [
    { ...plot, corners },
    { ...plot, name: long, code: null, acreage: null, corners: corners.toReversed() },
    { ...plot, corners: null },
  ] as unknown as MapPlot[]
  const zip = (await toShapes(plots))!
  const { features } = await readGround(new File([zip], 'plots.zip'))
  expect(features.map(({ properties }) => properties)).toEqual([
    { NAME: '东 <区>', CODE: 'D&1', TYPE: 'greenhouse', MU: 17.25 },
    expect.objectContaining({ NAME: long }),
  ])
  const found = groundIn({ type: 'FeatureCollection', features }, 'wgs84')
  // One polygon each, none a hole of the other.
  expect(found.map(({ name, fault }) => [name, fault])).toEqual([
    ['东 <区>', null],
    [long, null],
  ])
  for (const one of found) {
    expect(one.corners).toHaveLength(4)
    expect(one.corners).toEqual(expect.arrayContaining(corners))
  }
  expect(await toShapes([plots[2]!])).toBeNull()
})

it('draws a corner to a neighbour’s corner before its side, and to nothing far away', () => {
  const neighbour = [
    [0, 0],
    [100, 0],
    [100, 100],
  ] as const
  const others = [neighbour.map(([x, y]): [number, number] => [x, y])]
  expect(snapped([4, 3], others)).toEqual([0, 0])
  expect(snapped([50, 7], others)).toEqual([50, 0])
  expect(snapped([50, -30], others)).toBeNull()
})

const base = (at: [number, number]): Thing => ({
  kind: 'base',
  id: 1,
  name: '石碁',
  outline: null,
  at,
})
const plot: Thing = { kind: 'plot', id: 2, name: '东一区', outline: null, at: null }
it('goes back and forth, and forgets what was undone once something else is done', () => {
  const empty = { past: [], now: new Map(), future: [] }
  const one = stepped(empty, { do: 'set', thing: base([0, 0]), to: [[1, 2]] })
  const two = stepped(one, { do: 'set', thing: base([0, 0]), to: [[3, 4]] })
  const undone = stepped(two, { do: 'undo' })
  expect(undone.now.get('base-1')?.to).toEqual([[1, 2]])
  expect(stepped(undone, { do: 'redo' }).now.get('base-1')?.to).toEqual([[3, 4]])
  const other = stepped(undone, { do: 'set', thing: plot, to: null })
  expect(stepped(other, { do: 'redo' })).toBe(other)
  expect(stepped(stepped(undone, { do: 'undo' }), { do: 'undo' }).now.size).toBe(0)
})

it('remembers where a thing lay when it was first moved, whatever has become of it since', () => {
  const empty = { past: [], now: new Map(), future: [] }
  const one = stepped(empty, { do: 'set', thing: base([0, 0]), to: [[1, 2]] })
  // Somebody else has moved it to 9, 9 meanwhile: saving this is to be refused.
  const two = stepped(one, { do: 'set', thing: base([9, 9]), to: [[3, 4]] })
  expect(two.now.get('base-1')).toEqual({ thing: base([0, 0]), to: [[3, 4]] })
})

it('makes of what is drawn what its form begins with, and knows when it is enough', () => {
  const corner = ring[0] as Position
  const drawn = ring.slice(0, 4) as Position[]
  expect([0, 1, 2, 3].map((count) => isWhole('plot', count))).toEqual([false, false, false, true])
  expect([0, 1, 2, 3].map((count) => isWhole('base', count))).toEqual([false, true, false, true])
  expect(isWhole('landmark', 1)).toBe(true)
  expect(cornersOf('landmark', drawn)).toEqual([drawn[3]])
  expect(cornersOf('base', drawn)).toEqual(drawn)
  const bases = [
    { id: 4, corners: null },
    { id: 5, corners: box(-1, -1, 2, 2) },
  ] as unknown as MapBase[]
  const plot = beginOf('plot', drawn, bases)
  expect(plot).toMatchObject({ boundary: drawn, areaId: 5 })
  expect(plot.acreage).toBeGreaterThan(16.9)
  expect(beginOf('landmark', [corner], bases)).toEqual({ latlng: '22.9,113.4', areaId: 5 })
  expect(beginOf('landmark', [[120, 30]], bases)).toEqual({ latlng: '30,120' })
  // A base belongs to none, and one place alone is no ground.
  expect(beginOf('base', drawn, bases)).not.toHaveProperty('areaId')
  expect(beginOf('base', [corner], bases)).toEqual({ latlng: '22.9,113.4' })
})
