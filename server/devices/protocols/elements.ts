import type { DeviceType } from '#contract/devices/device-type.ts'
import type { Complain, Protocol, Report } from '../driver.ts'
import { depth, layer } from './element-names.ts'
import { chinaTime, isRecord, numberOf } from './shape.ts'
import { inUnit } from './units.ts'

/** What elements are called, in Chinese and in English, by the reading that they are to us. */
export type Names = Readonly<Record<string, readonly string[]>>
const mostElements = 200
// Full-width brackets and letters are the same as half-width ones.
const plain = (name: string) =>
  name
    .slice(0, 100)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_()-]/g, '')

/** Which layer a name speaks of, by its depth or its number, and the name without it. */
function layerOf(name: string, centimetres: number): { name: string; layer: number | null } {
  const deep = depth.exec(name)
  if (deep) return { name: name.replace(deep[0], ''), layer: Number(deep[1]) / centimetres }
  const numbered = layer.exec(name)
  return numbered
    ? { name: name.replace(numbered[0], ''), layer: Number(numbered[1] ?? numbered[2]) }
    : { name, layer: null }
}

/**
 * A list of named elements, as makers' clouds (WHXPH's, for one) answer and push it: `{ datetime,
 * deviceId, eleLists: [{ eName, eValue, eUnit }] }`.
 * Values are texts, times have no zone and are on China's clock. Units are turned into ours. It
 * tells and is told nothing.
 */
export function elements(type: DeviceType, names: Names): Protocol {
  const readingOf = new Map(
    Object.entries(names).flatMap(([reading, all]) =>
      all.map((name) => [plain(name), reading] as const),
    ),
  )
  const channelOf = (text: string): { reading: string; channel: string } | null => {
    const whole = readingOf.get(plain(text))
    if (whole && !type.layers) return { reading: whole, channel: whole }
    const found = type.layers && layerOf(plain(text), type.layers.centimetres)
    const reading = found && readingOf.get(found.name)
    return reading && found.layer !== null
      ? { reading, channel: `${reading}.${found.layer}` }
      : null
  }
  const decode = (message: unknown, complain: Complain): Report[] => {
    if (!isRecord(message) || !Array.isArray(message.eleLists)) return (complain('dialect'), [])
    if (message.eleLists.length > mostElements) return (complain('tooMany'), [])
    const values: Record<string, unknown> = {}
    for (const one of message.eleLists as unknown[]) {
      if (!isRecord(one) || typeof one.eName !== 'string') {
        complain('dialect')
        continue
      }
      const found = channelOf(one.eName)
      const value = numberOf(one.eValue)
      const unit = typeof one.eUnit === 'string' ? one.eUnit : ''
      const own =
        found && value !== null
          ? inUnit(value, unit, type.readings[found.reading]!.unit ?? '')
          : null
      if (!found) complain('unknown', one.eName)
      else if (value === null) complain('type', one.eName)
      else if (own === null) complain('unit', `${one.eName} ${unit}`)
      else values[found.channel] = own
    }
    return Object.keys(values).length > 0 ? [{ ts: chinaTime(message.datetime), values }] : []
  }
  const example = {
    eleLists: Object.entries(names)
      .slice(0, 3)
      .map(([reading, [name]]) => {
        const { min, max, unit = '' } = type.readings[reading]!
        return {
          eName: type.layers ? `${type.layers.centimetres}cm${name}` : name,
          eValue: ((min + max) / 2).toFixed(1),
          eUnit: unit,
        }
      }),
  }
  return { decode, encode: () => null, channels: Object.keys(names), example }
}
