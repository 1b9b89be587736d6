import { deviceTypeNamed, deviceTypeNames, type DeviceTypeName } from '../devices/index.ts'
import { shownReadings, type DeviceType, type Reading } from '../devices/device-type.ts'
import { switchPlaces } from '../devices/switch-places.ts'

const isPlain = ({ isFault, isAmount, isCounter, isCalculated, isBearing, states }: Reading) =>
  !isFault && !isAmount && !isCounter && !isCalculated && !isBearing && !states
/** The channels of a reading: itself, or the first of its layers or circuits. */
const firstOf = ({ layers }: DeviceType, name: string, reading: Reading) =>
  layers || reading.circuits ? `${name}.1` : name

/**
 * The one channel that a map has room for: how wet the soil is, where a device moves something how
 * that stands, else what it measures first. null: nothing that one figure could tell.
 */
export function shortChannel(type: DeviceType): string | null {
  const readings = shownReadings(type.readings)
  const wet = readings.find(([, { isSoilWater }]) => isSoilWater)
  if (wet) return firstOf(type, ...wet)
  const moved = switchPlaces(type).find(({ about }) => about.kind !== 'reset')
  if (moved) return moved.channel
  const plain = readings.find(([, reading]) => isPlain(reading))
  return plain ? firstOf(type, ...plain) : null
}
interface TypeChannel {
  type: DeviceTypeName
  channel: string
}
export const shortChannels: readonly TypeChannel[] = deviceTypeNames.flatMap((type) => {
  const channel = shortChannel(deviceTypeNamed(type))
  return channel === null ? [] : [{ type, channel }]
})
/** Every channel that says how wet the soil is. */
export const soilWaterChannels: readonly TypeChannel[] = deviceTypeNames.flatMap((type) => {
  const { readings, layers } = deviceTypeNamed(type)
  return shownReadings(readings).flatMap(([name, { isSoilWater }]) =>
    !isSoilWater
      ? []
      : layers
        ? Array.from({ length: layers.most }, (_, i) => ({ type, channel: `${name}.${i + 1}` }))
        : [{ type, channel: name }],
  )
})
