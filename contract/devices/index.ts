import { lora4gNode } from './4g-lora-node.ts'
import { acquisitionControl } from './acquisition-control.ts'
import { aeratorIi } from './aerator-ii.ts'
import { camera } from './camera.ts'
import type { DeviceType, Reading, Readings } from './device-type.ts'
import { electricValve } from './electric-valve.ts'
import { gateway } from './gateway.ts'
import { gatewaySoil } from './gateway-soil.ts'
import { gatewayWater } from './gateway-water.ts'
import { gatewayWeather } from './gateway-weather.ts'
import { injection } from './injection.ts'
import { insectSituationLamp } from './insect-situation-lamp.ts'
import { insectSituationLampIi } from './insect-situation-lamp-ii.ts'
import { insectSituationLampIv } from './insect-situation-lamp-iv.ts'
import { inverter } from './inverter.ts'
import { lorawanGateway } from './lorawan-gateway.ts'
import { lorawanNode } from './lorawan-node.ts'
import { networkPower } from './network-power.ts'
import { sexInducement } from './sex-inducement.ts'
import { soil } from './soil.ts'
import { valueRegulated } from './value-regulated.ts'
import { waterFertilizer } from './water-fertilizer.ts'

/**
 * Every device type under its name on the wire. Drivers, views and device models are records over
 * these names.
 */
export const deviceTypes = {
  soil,
  gateway_weather: gatewayWeather,
  gateway_soil: gatewaySoil,
  gateway_water: gatewayWater,
  electric_valve: electricValve,
  gateway,
  acquisition_control: acquisitionControl,
  inverter,
  aerator_ii: aeratorIi,
  value_regulated: valueRegulated,
  lorawan_node: lorawanNode,
  lorawan_gateway: lorawanGateway,
  '4GLora_node': lora4gNode,
  networkPower,
  waterFertilizer,
  injection,
  insectSituationLamp,
  insectSituationLamp_II: insectSituationLampIi,
  insectSituationLamp_IV: insectSituationLampIv,
  sex_inducement: sexInducement,
  camera,
} as const satisfies Readonly<Record<string, DeviceType>>
export type DeviceTypeName = keyof typeof deviceTypes

/** Errors: throws on a name that no device of ours has. */
export function deviceTypeNamed(name: string): DeviceType {
  if (!Object.hasOwn(deviceTypes, name)) throw new Error(`no device type '${name}'`)
  return deviceTypes[name as DeviceTypeName]
}
export const deviceTypeNames = Object.keys(deviceTypes) as DeviceTypeName[]
/** A field that names a type: its codes, and where their words stand. */
export const typeCodes = Object.fromEntries(deviceTypeNames.map((name) => [name, name])) as {
  [N in DeviceTypeName]: N
}
export const typeWords = 'deviceTypes'

/**
 * Codes that show devices of a type, of every type: whoever has one has to find the bases and plots
 * that they stand on.
 */
export const typeListCodes = [
  ...new Set(Object.values(deviceTypes).map(({ permissions }) => permissions.list)),
]

const namesOf = (isOne: (reading: Reading) => boolean | undefined): readonly string[] => [
  ...new Set(
    Object.values(deviceTypes).flatMap(({ readings }) =>
      Object.entries(readings as Readings).flatMap(([name, reading]) =>
        isOne(reading) ? [name] : [],
      ),
    ),
  ),
]
/** Readings that are directions: what is counted of them is counted as vectors. */
export const bearingNames = namesOf(({ isBearing }) => isBearing)
/** Readings that count on: what they counted within an hour is counted value by value. */
export const counterNames = namesOf(({ isCounter }) => isCounter)
