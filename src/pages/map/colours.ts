import type { PlotDay } from '#contract/map/day.ts'
import type { MapBase, MapPlot } from '#contract/map/map.ts'
import type { ColourMode } from './map-place.ts'

/** What a plot's colour depends on. */
interface Coloured {
  bases: ReadonlyMap<number, MapBase>
  /** Worst open alarm of the devices on it, by plot. */
  levels: ReadonlyMap<number, number>
  /** What plots are by their day; none: it was not asked for. */
  days: ReadonlyMap<number, PlotDay>
  /** Names of crops in an order of their own, which new ones do not change. */
  crops?: readonly string[]
}
export interface LegendEntry {
  /** What the colour stands for: a word of ours, or what people call it. */
  key: string
  isOwnWord: boolean
  colour: string
  count: number
}

/** Apart for every kind of colour blindness, and readable under dark and light names. */
const distinct = [
  '#6fae5f',
  '#d9694f',
  '#5b8fd6',
  '#c79a3c',
  '#8a5aa8',
  '#3fa39b',
  '#d65a94',
  '#a4c64a',
  '#a9714b',
  '#4f6fb0',
  '#e0a06a',
  '#7d8f3a',
]
const nothing = '#b4aea0'
/** How wet soil is: below each limit, in percent. */
const wet: readonly (readonly [number, string])[] = [
  [10, '#c8793a'],
  [15, '#ddb062'],
  [20, '#b9c98a'],
  [25, '#7fbf9f'],
  [30, '#4f9fc4'],
  [Infinity, '#2f6fae'],
]
const alarmed: Readonly<Record<number, readonly [string, string]>> = {
  0: ['calm', '#8fb98a'],
  1: ['info', '#8a8f98'],
  2: ['warning', '#e0a21b'],
  3: ['emergency', '#c0251e'],
}

const locked = {
  reentry: ['#c0251e', 0],
  harvest: ['#e0a21b', 1],
  open: ['#8fb98a', 2],
} as const

const worked = {
  late: ['#c0251e', 0],
  on: ['#e0a21b', 1],
  idle: ['#8fb98a', 2],
} as const
/** What was picked, as a part of what was expected: below each limit. */
const yielded: readonly (readonly [number, string])[] = [
  [0.8, '#c8793a'],
  [0.95, '#ddb062'],
  [1.05, '#b9c98a'],
  [1.2, '#7fbf7a'],
  [Infinity, '#2f8f4a'],
]

interface Key {
  key: string
  isOwnWord: boolean
  /** Fixed, where the order of the words does not give it. */
  colour?: string
  /** Where it stands in the legend. */
  at?: number
}
const none: Key = { key: 'none', isOwnWord: true, colour: nothing, at: 99 }

function wetness({ moisture }: MapPlot): Key {
  if (moisture === null) return none
  const at = wet.findIndex(([limit]) => moisture < limit)
  return { key: `moisture${at}`, isOwnWord: true, colour: wet[at]![1], at }
}
/**
 * By mode, what a plot is one of. Another way to colour them is a line more.
 */
const keyOf: Readonly<Record<ColourMode, (plot: MapPlot, given: Coloured) => Key>> = {
  type: ({ type }) => (type ? { key: type, isOwnWord: false } : none),
  usage: ({ areaId }, { bases }) => {
    const usage = bases.get(areaId)?.usage
    return usage ? { key: `usage_${usage}`, isOwnWord: true } : none
  },
  moisture: wetness,
  crop: ({ batch }, { crops = [] }) => {
    if (!batch) return { ...none, key: 'fallow' }
    const at = crops.indexOf(batch.crop)
    return {
      key: batch.crop,
      isOwnWord: false,
      ...(at >= 0 && { colour: distinct[at % distinct.length]! }),
    }
  },
  stage: ({ batch }) =>
    batch?.stage ? { key: batch.stage, isOwnWord: false } : { ...none, key: 'fallow' },
  task: ({ id }, { days }) => {
    const key = days.get(id)?.task ?? 'idle'
    const [colour, at] = worked[key]
    return { key: `task_${key}`, isOwnWord: true, colour, at }
  },
  yield: ({ id }, { days }) => {
    const part = days.get(id)?.yield ?? null
    if (part === null) return none
    const at = yielded.findIndex(([limit]) => part < limit)
    return { key: `yield${at}`, isOwnWord: true, colour: yielded[at]![1], at }
  },
  lock: ({ lock }) => {
    const [colour, at] = locked[lock?.kind ?? 'open']
    return { key: lock?.kind ?? 'open', isOwnWord: true, colour, at }
  },
  alarm: ({ id }, { levels }) => {
    const level = levels.get(id) ?? 0
    const [key, colour] = alarmed[level] ?? alarmed[0]!
    return { key, isOwnWord: true, colour, at: 3 - level }
  },
}

/** The colour of each plot, and what they stand for. */
export function coloursOf(
  mode: ColourMode,
  plots: readonly MapPlot[],
  given: Coloured,
): { colours: ReadonlyMap<number, string>; legend: readonly LegendEntry[] } {
  const keys = plots.map((plot) => [plot.id, keyOf[mode](plot, given)] as const)
  const found = new Map<string, Key & { count: number }>()
  for (const [, key] of keys) {
    const known = found.get(key.key)
    if (known) known.count++
    else found.set(key.key, { ...key, count: 1 })
  }
  // By their order among the words that are there; crops have an order of their own.
  const free = [...found.values()]
    .filter(({ colour }) => !colour)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const colourOf = new Map(free.map(({ key }, at) => [key, distinct[at % distinct.length]!]))
  const legend = [...found.values()]
    .map(({ key, isOwnWord, colour, count, at }) => ({
      key,
      isOwnWord,
      colour: colour ?? colourOf.get(key)!,
      count,
      at: at ?? 0,
    }))
    .sort((a, b) => a.at - b.at || b.count - a.count)
  const byKey = new Map(legend.map(({ key, colour }) => [key, colour]))
  return {
    colours: new Map(keys.map(([id, { key }]) => [id, byKey.get(key)!])),
    legend: legend.map(({ at: _at, ...entry }) => entry),
  }
}
