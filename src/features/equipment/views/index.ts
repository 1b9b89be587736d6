import type { DeviceTypeName } from '#contract/devices/index.ts'
import { lora4gNode } from './4g-lora-node.ts'
import { acquisitionControl } from './acquisition-control.ts'
import { aeratorIi } from './aerator-ii.ts'
import { camera } from './camera.ts'
import { electricValve } from './electric-valve.ts'
import type { DeviceView } from './view.ts'
import { gatewaySoil } from './gateway-soil.ts'
import { gatewayWater } from './gateway-water.ts'
import { gatewayWeather } from './gateway-weather.ts'
import { gateway } from './gateway.ts'
import { injection } from './injection.ts'
import { insectSituationLampIi } from './insect-situation-lamp-ii.ts'
import { insectSituationLampIv } from './insect-situation-lamp-iv.ts'
import { insectSituationLamp } from './insect-situation-lamp.ts'
import { inverter } from './inverter.ts'
import { lorawanGateway } from './lorawan-gateway.ts'
import { lorawanNode } from './lorawan-node.ts'
import { networkPower } from './network-power.ts'
import { sexInducement } from './sex-inducement.ts'
import { soil } from './soil.ts'
import { valueRegulated } from './value-regulated.ts'
import { waterFertilizer } from './water-fertilizer.ts'

/** One per device type: it does not compile when one is missing. */
const deviceViews = {
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
  camera,
  sex_inducement: sexInducement,
} satisfies Readonly<Record<DeviceTypeName, DeviceView>>

export const viewOf = (deviceType: DeviceTypeName): DeviceView => deviceViews[deviceType]
