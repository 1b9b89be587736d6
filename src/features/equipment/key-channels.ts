import type { DeviceType } from '#contract/devices/device-type.ts'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import { viewOf } from './views/index.ts'
import { toldByButtons } from '#src/features/command/quick-channels.ts'
import { channelsOf, type Reported } from './reading-words.ts'

/**
 * What a card shows of a device: the channels of its type's key readings, at most `most`, but for
 * those that its buttons tell; of a probe the uppermost of each.
 */
export function keyChannels(
  name: DeviceTypeName,
  type: DeviceType,
  readings: readonly Reported[],
  most = 4,
): Reported[] {
  const told = toldByButtons(name)
  return viewOf(name)
    .key.flatMap((reading) => {
      const own = channelsOf(
        type,
        readings.map(({ metric }) => metric),
        reading,
      ).filter(({ metric }) => !told.has(metric))
      const shown = type.layers ? own.filter(({ layer }) => layer !== 0).slice(0, 1) : own
      return shown.map(({ metric }) => readings.find((one) => one.metric === metric)!)
    })
    .slice(0, most)
}
