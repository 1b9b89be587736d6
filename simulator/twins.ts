import type { DeviceTypeName } from '#contract/devices/index.ts'
import { lora4gNode } from './twins/4g-lora-node.ts'
import { acquisitionControl } from './twins/acquisition-control.ts'
import { aeratorIi } from './twins/aerator-ii.ts'
import { camera } from './twins/camera.ts'
import { electricValve } from './twins/electric-valve.ts'
import { gateway } from './twins/gateway.ts'
import { gatewaySoil } from './twins/gateway-soil.ts'
import { gatewayWater } from './twins/gateway-water.ts'
import { gatewayWeather } from './twins/gateway-weather.ts'
import { injection } from './twins/injection.ts'
import { insectSituationLamp } from './twins/insect-situation-lamp.ts'
import { insectSituationLampIi } from './twins/insect-situation-lamp-ii.ts'
import { insectSituationLampIv } from './twins/insect-situation-lamp-iv.ts'
import { inverter } from './twins/inverter.ts'
import { lorawanGateway } from './twins/lorawan-gateway.ts'
import { lorawanNode } from './twins/lorawan-node.ts'
import { networkPower } from './twins/network-power.ts'
import type { Twin } from './twins/played.ts'
import { sexInducement } from './twins/sex-inducement.ts'
import { soil } from './twins/soil.ts'
import { valueRegulated } from './twins/value-regulated.ts'
import { waterFertilizer } from './twins/water-fertilizer.ts'

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
  insectSituationLamp_II: insectSituationLampIi,
  insectSituationLamp_IV: insectSituationLampIv,
  sex_inducement: sexInducement,
  camera,
} satisfies Readonly<Record<DeviceTypeName, Twin>>
