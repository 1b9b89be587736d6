import type { DeviceTypeName } from '#contract/devices/index.ts'
import { lora4gNodeDriver } from './4g-lora-node.ts'
import { acquisitionControlDriver } from './acquisition-control.ts'
import { aeratorIiDriver } from './aerator-ii.ts'
import { cameraDriver } from './camera.ts'
import type { Protocol, Driver } from './driver.ts'
import { electricValveDriver } from './electric-valve.ts'
import { gatewayDriver } from './gateway.ts'
import { gatewaySoilDriver } from './gateway-soil.ts'
import { gatewayWaterDriver } from './gateway-water.ts'
import { gatewayWeatherDriver } from './gateway-weather.ts'
import { injectionDriver } from './injection.ts'
import { insectSituationLampDriver } from './insect-situation-lamp.ts'
import { insectSituationLampIiDriver } from './insect-situation-lamp-ii.ts'
import { insectSituationLampIvDriver } from './insect-situation-lamp-iv.ts'
import { inverterDriver } from './inverter.ts'
import { lorawanGatewayDriver } from './lorawan-gateway.ts'
import { lorawanNodeDriver } from './lorawan-node.ts'
import { networkPowerDriver } from './network-power.ts'
import { sexInducementDriver } from './sex-inducement.ts'
import { soilDriver } from './soil.ts'
import { valueRegulatedDriver } from './value-regulated.ts'
import { waterFertilizerDriver } from './water-fertilizer.ts'

/** One per device type: it does not compile when one is missing. */
export const drivers = {
  camera: cameraDriver,
  soil: soilDriver,
  gateway_weather: gatewayWeatherDriver,
  gateway_soil: gatewaySoilDriver,
  gateway_water: gatewayWaterDriver,
  electric_valve: electricValveDriver,
  gateway: gatewayDriver,
  acquisition_control: acquisitionControlDriver,
  inverter: inverterDriver,
  aerator_ii: aeratorIiDriver,
  value_regulated: valueRegulatedDriver,
  lorawan_node: lorawanNodeDriver,
  lorawan_gateway: lorawanGatewayDriver,
  '4GLora_node': lora4gNodeDriver,
  networkPower: networkPowerDriver,
  waterFertilizer: waterFertilizerDriver,
  injection: injectionDriver,
  insectSituationLamp: insectSituationLampDriver,
  insectSituationLamp_II: insectSituationLampIiDriver,
  insectSituationLamp_IV: insectSituationLampIvDriver,
  sex_inducement: sexInducementDriver,
} satisfies Readonly<Record<DeviceTypeName, Driver>>

/** Errors: throws on a name that no device of ours has. */
export function driverOf(deviceType: string): Driver {
  if (!Object.hasOwn(drivers, deviceType)) throw new Error(`no driver for '${deviceType}'`)
  return drivers[deviceType as DeviceTypeName]
}
/** A maker's words as a device of the type speaks them; null where it speaks ours. */
export function protocolOf(deviceType: string, dialect: string): Protocol | null {
  const { protocols } = driverOf(deviceType)
  return Object.hasOwn(protocols, dialect) ? protocols[dialect as keyof typeof protocols]! : null
}
