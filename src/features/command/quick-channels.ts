import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { Actuator, DeviceType } from '#contract/devices/device-type.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'

/**
 * Whether an actuator has a button beside its device's name: what switches or turns, and a gate's
 * ends.
 */
export const isQuick = ({ kind, leastBetweenEnds }: Pick<Actuator, 'kind' | 'leastBetweenEnds'>) =>
  kind === 'switch' || kind === 'direction' || leastBetweenEnds !== undefined
/** More circuits than these are nobody's until somebody names them. */
export const fewCircuits = 2

const quickOf = (deviceType: string) =>
  switchPlaces(deviceTypeNamed(deviceType) as DeviceType).filter(({ about }) => isQuick(about))
export const hasQuick = (deviceType: string): boolean => quickOf(deviceType).length > 0
/** Channels that a device's buttons tell already, wherever these stand. */
export function toldByButtons(deviceType: string): ReadonlySet<string> {
  const places = quickOf(deviceType)
  return new Set(places.length <= fewCircuits ? places.map(({ channel }) => channel) : [])
}
