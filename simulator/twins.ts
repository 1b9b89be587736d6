import type { DeviceTypeName } from '#contract/devices/index.ts'
import { acquisitionControl } from './twins/acquisition-control.ts'
import { aeratorIi } from './twins/aerator-ii.ts'
import { electricValve } from './twins/electric-valve.ts'
import { injection, waterFertilizer } from './twins/fertigation.ts'
import { gateway } from './twins/gateway.ts'
import { gatewaySoil } from './twins/gateway-soil.ts'
import { gatewayWater } from './twins/gateway-water.ts'
import { gatewayWeather } from './twins/gateway-weather.ts'
import { inverter } from './twins/inverter.ts'
import { insectSituationLamp, sexInducement } from './twins/lamps.ts'
import { lora4gNode } from './twins/lora-4g-node.ts'
import { lorawanGateway } from './twins/lorawan-gateway.ts'
import { lorawanNode } from './twins/lorawan-node.ts'
import { networkPower } from './twins/network-power.ts'
import type { Twin } from './twins/played.ts'
import { soil } from './twins/soil.ts'
import { valueRegulated } from './twins/value-regulated.ts'

/** One per device type: it does not compile when one is missing. */
export const twins = {
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
  insectSituationLamp_II: insectSituationLamp,
  insectSituationLamp_IV: insectSituationLamp,
  sex_inducement: sexInducement,
} satisfies Readonly<Record<DeviceTypeName, Twin>>
