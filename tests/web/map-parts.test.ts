import { expect, test } from 'vitest'
import { deviceTypeNamed, deviceTypeNames } from '#contract/devices/index.ts'
import { channelOf } from '#contract/devices/device-type.ts'
import type { MapBase, MapPlot, MappedDevice } from '#contract/map/map.ts'
import { shortChannel, soilWaterChannels } from '#contract/map/short-value.ts'
import { clustersOf, membersOf, type Points } from '#src/pages/map/clusters.ts'
import { coloursOf } from '#src/pages/map/colours.ts'
import { isSameAddress, readPlace, writePlace, type MapPlace } from '#src/pages/map/map-place.ts'
import { hitsOf } from '#src/pages/map/search.ts'
import { levelsOf, patched } from '#src/pages/map/stood.ts'

const plot = (id: number, more: Partial<MapPlot> = {}): MapPlot => ({
  id,
  areaId: 1,
  name: `plot ${id}`,
  code: null,
  type: null,
  acreage: 10,
  corners: null,
  at: [113, 22],
  moisture: null,
  moistureAt: null,
  batch: null,
  lock: null,
  ...more,
})
const base: MapBase = {
  id: 1,
  name: 'base',
  at: [113, 22],
  corners: null,
  isDefault: 1,
  usage: 'plant',
}
const bases = new Map([[1, base]])
const device = (id: number, name = `device ${id}`, landId = 0): MappedDevice => [
  id,
  0,
  1,
  landId,
  113,
  22,
  0,
  1,
  null,
  name,
]

test('plots have the colours of what they are, and the legend says which', () => {
  const plots = [
    plot(1, { type: 'wet' }),
    plot(2, { type: 'dry' }),
    plot(3, { type: 'wet' }),
    plot(4),
  ]
  const { colours, legend } = coloursOf('type', plots, {
    bases,
    levels: new Map(),
    days: new Map(),
  })
  expect(legend.map(({ key, count }) => [key, count])).toEqual([
    ['wet', 2],
    ['dry', 1],
    ['none', 1],
  ])
  expect(colours.get(1)).toBe(colours.get(3))
  expect(new Set(colours.values()).size).toBe(3)
  // The same word has its colour whatever else there is.
  const alone = coloursOf('type', plots.toReversed(), { bases, levels: new Map(), days: new Map() })
  expect(alone.colours.get(1)).toBe(colours.get(1))
})

test('a crop has one color, whatever else grows and on whichever day', () => {
  const grows = (id: number, crop: string) =>
    plot(id, { batch: { id, name: 'b', crop, stage: null } })
  const crops = ['rice', 'tomato', 'choy sum']
  const of = (plots: Parameters<typeof coloursOf>[1], all = crops) =>
    coloursOf('crop', plots, { bases, levels: new Map(), days: new Map(), crops: all }).colours
  const both = of([grows(1, 'choy sum'), grows(2, 'rice')])
  expect(of([grows(1, 'choy sum')]).get(1)).toBe(both.get(1))
  expect(of([grows(1, 'choy sum'), grows(2, 'leek')], [...crops, 'leek']).get(1)).toBe(both.get(1))
  expect(new Set(both.values()).size).toBe(2)
})

test('stages by their names; work and yield as their day tells', () => {
  const batch = { id: 1, name: 'b', crop: 'rice', stage: 'tillering' }
  const plots = [plot(1, { batch }), plot(2), plot(3)]
  const day = { batch: null, moisture: null, lock: null, level: 0 }
  const days = new Map([
    [1, { ...day, id: 1, task: 'late' as const, yield: 0.79 }],
    [2, { ...day, id: 2, task: 'on' as const, yield: 1 }],
  ])
  const keys = (mode: 'stage' | 'task' | 'yield') =>
    coloursOf(mode, plots, { bases, levels: new Map(), days }).legend.map(({ key }) => key)
  expect(keys('stage')).toEqual(['tillering', 'fallow'])
  expect(keys('task')).toEqual(['task_late', 'task_on', 'task_idle'])
  expect(keys('yield')).toEqual(['yield0', 'yield2', 'none'])
})

test('moisture goes in steps, alarms by the worst, use by the base', () => {
  const plots = [
    plot(1, { moisture: 9.9 }),
    plot(2, { moisture: 10 }),
    plot(3, { moisture: 55 }),
    plot(4),
  ]
  const levels = new Map([[2, 3]])
  const keys = (mode: 'moisture' | 'alarm' | 'usage') =>
    coloursOf(mode, plots, { bases, levels, days: new Map() }).legend.map(({ key, count }) => [
      key,
      count,
    ])
  expect(keys('moisture')).toEqual([
    ['moisture0', 1],
    ['moisture1', 1],
    ['moisture5', 1],
    ['none', 1],
  ])
  expect(keys('alarm')).toEqual([
    ['emergency', 1],
    ['calm', 3],
  ])
  expect(keys('usage')).toEqual([['usage_plant', 4]])
})

test('2,000 plots are coloured in no time', () => {
  const plots = Array.from({ length: 2000 }, (_, i) => plot(i, { moisture: i % 60 }))
  const began = performance.now()
  expect(
    coloursOf('moisture', plots, { bases, levels: new Map(), days: new Map() }).colours.size,
  ).toBe(2000)
  expect(performance.now() - began).toBeLessThan(100)
})

const pointsOf = (places: readonly (readonly [number, number])[]): Points => ({
  x: Float64Array.from(places, ([x]) => x),
  y: Float64Array.from(places, ([, y]) => y),
  level: new Uint8Array(places.length),
  fresh: new Uint8Array(places.length),
  shown: new Uint8Array(places.length).fill(1),
  length: places.length,
})
const all = { west: 0, north: 0, east: 1, south: 1 }

test('every point is in one cluster, none that is hidden or out of sight', () => {
  const points = pointsOf(
    Array.from(
      { length: 5000 },
      (_, i) => [((i * 7919) % 997) / 997, ((i * 104_729) % 991) / 991] as const,
    ),
  )
  points.shown[0] = 0
  points.level[7] = 3
  points.fresh[7] = 1
  const clusters = clustersOf(points, all, 0.05)
  const members = clusters.flatMap((one) => membersOf(points, one, 0.05))
  expect(members.length).toBe(4999)
  expect(new Set(members).size).toBe(4999)
  expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(4999)
  expect(clusters.filter(({ level }) => level === 3).length).toBe(1)
  expect(clusters.filter(({ isFresh }) => isFresh).length).toBe(1)
  const half = clustersOf(points, { ...all, east: 0.5 }, 0.05)
  expect(half.every(({ x }) => x <= 0.5)).toBe(true)
})

test('neighbours whose middles would touch are one; far ones are not', () => {
  const near = clustersOf(
    pointsOf([
      [0.099, 0.05],
      [0.101, 0.05],
    ]),
    all,
    0.1,
  )
  expect(near.map(({ count }) => count)).toEqual([2])
  const far = clustersOf(
    pointsOf([
      [0.01, 0.05],
      [0.19, 0.05],
    ]),
    all,
    0.1,
  )
  expect(far.map(({ count }) => count)).toEqual([1, 1])
})

test('100,000 points are clustered within the time of some frames', () => {
  const points = pointsOf(
    Array.from(
      { length: 100_000 },
      (_, i) => [((i * 7919) % 99_991) / 99_991, ((i * 15_485_863) % 99_989) / 99_989] as const,
    ),
  )
  clustersOf(points, all, 0.05)
  const began = performance.now()
  clustersOf(points, all, 0.05)
  expect(performance.now() - began).toBeLessThan(150)
})

test('an address says all of what is shown, and nothing that it does not know', () => {
  const place: MapPlace = {
    at: { center: [113.3421, 22.9612], zoom: 15.25 },
    by: 'moisture',
    on: '2026-03-01',
    off: ['names', 'soil'],
    show: { kind: 'device', id: 12 },
    ground: 2,
  }
  const address = writePlace('?base=3', place)
  expect(decodeURIComponent(address)).toBe(
    '?base=3&at=22.961200,113.342100,15.25&by=moisture&on=2026-03-01&off=names,soil&show=device-12&ground=2',
  )
  expect(readPlace(address)).toEqual(place)
  expect(isSameAddress(address, `${address.replace('base=3&', '')}&base=3`)).toBe(true)
  expect(isSameAddress(address, writePlace(address, { ...place, ground: 1 }))).toBe(false)
  const nothing = readPlace('?at=95,113,15&by=x&on=2026-13-01&off=<b>&show=device-0&ground=9')
  expect(nothing).toEqual({ at: null, by: 'type', on: null, off: [], show: null, ground: 0 })
  // What somebody keeps counts where the address says nothing; all layers on is said too.
  expect(readPlace('', { by: 'alarm', off: ['soil'] })).toMatchObject({
    by: 'alarm',
    off: ['soil'],
  })
  expect(readPlace(writePlace('', { ...place, off: [] }), { off: ['soil'] }).off).toEqual([])
})

test('what is looked for is found by name and code, what begins so first', () => {
  const rows = [device(1, 'North valve'), device(2, 'valve East')]
  const data = {
    bases: [base],
    plots: [plot(3, { name: 'valley', code: 'VA-1' })],
    landmarks: [],
    crops: [],
    types: deviceTypeNames,
  }
  expect(hitsOf(' VAL ', data, rows).map(({ kind, id }) => `${kind}-${id}`)).toEqual([
    'plot-3',
    'device-2',
    'device-1',
  ])
  expect(hitsOf('va-1', data, rows).map(({ id }) => id)).toEqual([3])
  expect(hitsOf('', data, rows)).toEqual([])
})

test('what has changed takes its place; alarms go to plots by their devices', () => {
  const rows = [device(1, 'a', 5), device(2, 'b', 5), device(3)]
  const next = patched(
    rows,
    new Map([
      [2, device(2, 'new', 5)],
      [9, device(9)],
    ]),
  )
  expect(next.map(([id, , , , , , , , , name]) => [id, name])).toEqual([
    [1, 'a'],
    [2, 'new'],
    [3, 'device 3'],
    [9, 'device 9'],
  ])
  const { byDevice, byPlot, fresh } = levelsOf(
    [
      [1, 1, 1, 0],
      [2, 3, 2, 1],
    ],
    rows,
  )
  expect([byDevice.get(2), byPlot.get(5), [...fresh]]).toEqual([3, 3, [2]])
})

test('every type’s short value is a channel of its own', () => {
  for (const name of deviceTypeNames) {
    const type = deviceTypeNamed(name)
    const channel = shortChannel(type)
    if (channel !== null)
      expect([name, channel, channelOf(type, channel) !== null]).toEqual([name, channel, true])
  }
  expect(soilWaterChannels.length).toBe(11)
  expect(shortChannel(deviceTypeNamed('soil'))).toBe('humidity.1')
  expect(shortChannel(deviceTypeNamed('electric_valve'))).toBe('open')
})

test('plots are coloured by what grows there, and by what keeps people off', () => {
  const grown = { id: 1, name: 'first', crop: 'rice', stage: null }
  const plots = [
    plot(1, {
      batch: grown,
      lock: { kind: 'harvest', name: '百菌清', until: '2026-12-01T00:00:00Z' },
    }),
    plot(2, {
      batch: grown,
      lock: { kind: 'reentry', name: '百菌清', until: '2026-12-01T00:00:00Z' },
    }),
    plot(3),
  ]
  const keys = (mode: 'crop' | 'lock') =>
    coloursOf(mode, plots, { bases, levels: new Map(), days: new Map() }).legend.map(
      ({ key, count }) => [key, count],
    )
  expect(keys('crop')).toEqual([
    ['rice', 2],
    ['fallow', 1],
  ])
  expect(keys('lock')).toEqual([
    ['reentry', 1],
    ['harvest', 1],
    ['open', 1],
  ])
})
