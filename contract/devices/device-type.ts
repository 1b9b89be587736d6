/** One quantity that a device reports, as plain data: ingest checks by it, screens and charts draw from it. */
export interface Reading {
  /** As it is written, such as '°C'; none for counts and states. */
  unit?: string
  /** What the sensor can mean; beyond it something is broken, and the value is refused. */
  min: number
  max: number
  /** Decimals shown. Values are stored as they came. */
  decimals: number
  /** 0 and 1, such as an open valve; `true` and `false` are taken too. */
  isSwitch?: true
  /** Adds up over time (rain since the last report): charts show sums, not means. */
  isAmount?: true
}
export type Readings = Readonly<Record<string, Reading>>

/** A kind of device (spec 1 §3), known to ingest, screens and the simulator by this alone. */
export interface DeviceType<R extends Readings = Readings> {
  readings: R
  /** Readings per depth: `humidity.3` is layer 3. Layer 0 is the surface. */
  layers?: { most: number; centimetres: number; surface: readonly string[] }
}
/** Errors: throws at definition when the surface layer is said to have a reading that the type has not. */
export function deviceType<const R extends Readings>(spec: DeviceType<R>): DeviceType<R> {
  for (const name of spec.layers?.surface ?? []) if (!Object.hasOwn(spec.readings, name)) throw new Error(`no reading '${name}'`)
  return spec
}

/** The reading behind a channel's name, and its layer; null where the type has no such channel. */
export function channelOf(type: DeviceType, channel: string): { name: string; reading: Reading; layer: number | null } | null {
  const [name = '', text] = channel.split('.')
  const reading = Object.hasOwn(type.readings, name) ? type.readings[name]! : null
  if (!reading) return null
  if (!type.layers) return text === undefined ? { name, reading, layer: null } : null
  const layer = /^(0|[1-9]\d?)$/.test(text ?? '') && channel.split('.').length === 2 ? Number(text) : -1
  const isThere = layer === 0 ? type.layers.surface.includes(name) : layer > 0 && layer <= type.layers.most
  return isThere ? { name, reading, layer } : null
}
