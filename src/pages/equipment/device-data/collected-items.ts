import { channelOf, type DeviceType, type Reading } from '#contract/devices/device-type.ts'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { CalculatedWords } from '#contract/equipment/device-calls.ts'
import {
  inOwnUnit,
  reportedText,
  valueText,
  type Reported,
  type Translate,
} from '#src/features/equipment/reading-words.ts'

interface Item extends Reported {
  name: string
  circuit: number | null
  reading: Reading
}
/** What a device reports, in the order of its type; what is worked out from it comes last. */
export function collectedItems(type: DeviceType, readings: readonly Reported[]): Item[] {
  const order = Object.keys(type.readings)
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return readings
    .flatMap((one) => {
      const channel = channelOf(type, one.metric)
      return channel && !channel.reading.isInternal
        ? [{ ...one, name: channel.name, circuit: channel.circuit, reading: channel.reading }]
        : []
    })
    .sort(
      (a, b) =>
        placeOf(a.name) - placeOf(b.name) ||
        (a.circuit ?? 0) - (b.circuit ?? 0) ||
        a.metric.localeCompare(b.metric),
    )
}
/** Its name, where it was given one that, and its value; of amounts that of today. */
export function collectedText(
  t: Translate,
  deviceType: DeviceTypeName,
  one: Item,
  given: { name?: string | null | undefined; calculated?: CalculatedWords | null | undefined },
): { label: string; value: string; lately: string | null } {
  const name = given.calculated?.name ?? given.name
  const said = reportedText(t, deviceType, one)!
  if (said.lately !== null)
    return name ? { ...said, label: t('equipment:deviceData.ofToday', { reading: name }) } : said
  return {
    label: name ?? said.label,
    value: valueText(t, inOwnUnit(one.reading, given.calculated), one.value),
    lately: null,
  }
}
