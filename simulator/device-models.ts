import type { DeviceTypeName } from '#contract/devices/index.ts'
import { lora4gNode } from './models/4g-lora-node.ts'
import { acquisitionControl } from './models/acquisition-control.ts'
import { aeratorIi } from './models/aerator-ii.ts'
import { camera } from './models/camera.ts'
import { electricValve } from './models/electric-valve.ts'
import { gateway } from './models/gateway.ts'
import { gatewaySoil } from './models/gateway-soil.ts'
import { gatewayWater } from './models/gateway-water.ts'
import { gatewayWeather } from './models/gateway-weather.ts'
import { injection } from './models/injection.ts'
import { insectSituationLamp } from './models/insect-situation-lamp.ts'
import { insectSituationLampIi } from './models/insect-situation-lamp-ii.ts'
import { insectSituationLampIv } from './models/insect-situation-lamp-iv.ts'
import { inverter } from './models/inverter.ts'
import { lorawanGateway } from './models/lorawan-gateway.ts'
import { lorawanNode } from './models/lorawan-node.ts'
import { networkPower } from './models/network-power.ts'
import type { DeviceModel } from './models/simulated-device.ts'
import { sexInducement } from './models/sex-inducement.ts'
import { soil } from './models/soil.ts'
import { valueRegulated } from './models/value-regulated.ts'
import { waterFertilizer } from './models/water-fertilizer.ts'

/** One per device type: it does not compile when one is missing. */
export const deviceModels = {
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
} satisfies Readonly<Record<DeviceTypeName, DeviceModel>>
