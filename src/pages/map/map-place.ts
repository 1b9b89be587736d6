import type { Position } from '#contract/field.ts'

export const colourModes = [
  'type',
  'crop',
  'stage',
  'task',
  'yield',
  'lock',
  'usage',
  'moisture',
  'alarm',
] as const
export type ColourMode = (typeof colourModes)[number]
/** Colours that a day alone can tell. */
export const needsDay: ReadonlySet<ColourMode> = new Set(['task', 'yield'])
export const opened = ['device', 'plot', 'base', 'landmark'] as const
export interface Opened {
  kind: (typeof opened)[number]
  id: number
}
/** Layers besides the types of devices. */
export const plainLayers = ['plots', 'edges', 'landmarks', 'names', 'alarms'] as const

/** What a map shows, as its address says it. */
export interface MapPlace {
  /** Its middle in WGS84 and how near it is looked at; null: all that there is. */
  at: { center: Position; zoom: number } | null
  by: ColourMode
  /** The day on which its plots are looked at; null: today, as it goes. */
  on: string | null
  /** Layers that are switched off: types of devices, or plain ones. */
  off: readonly string[]
  show: Opened | null
  /** What it lies on: 0 our own drawing, from 1 on the operator's sources. */
  ground: number
}
/** The part of it that a person finds again the next time. */
export type KeptPlace = Partial<Pick<MapPlace, 'by' | 'off' | 'ground'>>

const names = ['at', 'by', 'on', 'off', 'show', 'ground'] as const
function atOf(text: string | null): MapPlace['at'] {
  const [lat, lng, zoom, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part ? Number(part) : NaN))
  const isFine =
    more.length === 0 &&
    [lat, lng, zoom].every((one) => one !== undefined && Number.isFinite(one)) &&
    Math.abs(lat!) <= 85 &&
    Math.abs(lng!) <= 180 &&
    zoom! >= 0 &&
    zoom! <= 22
  return isFine ? { center: [lng!, lat!], zoom: zoom! } : null
}
function openedOf(text: string | null): Opened | null {
  const found = /^(device|plot|base|landmark)-([1-9]\d{0,14})$/.exec(text ?? '')
  return found ? { kind: found[1] as Opened['kind'], id: Number(found[2]) } : null
}

const onOf = (text: string | null) =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null

/** Reads an address; what it does not say is as it was kept. */
export function readPlace(search: string, kept: KeptPlace = {}): MapPlace {
  const query = new URLSearchParams(search)
  const by = colourModes.find((one) => one === (query.get('by') ?? kept.by))
  const off = query.get('off')
  const ground = Number(query.get('ground') ?? kept.ground ?? 0)
  return {
    at: atOf(query.get('at')),
    by: by ?? 'type',
    on: onOf(query.get('on')),
    off: off === null ? (kept.off ?? []) : off.split(',').filter((one) => /^\w{1,40}$/.test(one)),
    show: openedOf(query.get('show')),
    ground: Number.isInteger(ground) && ground >= 0 && ground <= 3 ? ground : 0,
  }
}

/** The same as an address, which keeps what is not the map's. */
export function writePlace(search: string, { at, by, on, off, show, ground }: MapPlace): string {
  const query = new URLSearchParams(search)
  for (const name of names) query.delete(name)
  if (at) {
    const [lng, lat] = at.center
    query.set('at', `${lat.toFixed(6)},${lng.toFixed(6)},${at.zoom.toFixed(2)}`)
  }
  query.set('by', by)
  if (on) query.set('on', on)
  query.set('off', off.join(','))
  if (show) query.set('show', `${show.kind}-${show.id}`)
  if (ground > 0) query.set('ground', String(ground))
  const text = query.toString()
  return text ? `?${text}` : ''
}

const sorted = (search: string) => {
  const query = new URLSearchParams(search)
  query.sort()
  return query.toString()
}
/** Whether two addresses say the same, in whatever order: the frame puts its base where it likes. */
export const isSameAddress = (one: string, other: string) => sorted(one) === sorted(other)
