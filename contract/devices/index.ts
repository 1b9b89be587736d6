import type { DeviceType } from './device-type.ts'
import { electricValve } from './electric-valve.ts'
import { gateway } from './gateway.ts'
import { gatewayWeather } from './gateway-weather.ts'
import { soil } from './soil.ts'

/** Every device type that is built, under its name on the wire (spec 1 §3). Faces and twins are records over these names. */
export const deviceTypes = {
  soil,
  gateway_weather: gatewayWeather,
  electric_valve: electricValve,
  gateway,
} as const satisfies Readonly<Record<string, DeviceType>>
export type DeviceTypeName = keyof typeof deviceTypes

/** Errors: throws on a name that no device of ours has. */
export function deviceTypeNamed(name: string): DeviceType {
  if (!Object.hasOwn(deviceTypes, name)) throw new Error(`no device type '${name}'`)
  return deviceTypes[name as DeviceTypeName]
}
export const deviceTypeNames = Object.keys(deviceTypes) as DeviceTypeName[]
