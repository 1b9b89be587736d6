import type { DeviceType } from '../devices/device-type.ts'
import { deviceTypes, type DeviceTypeName } from '../devices/index.ts'
import type { Entity } from '../entity.ts'
import { entityScreen, type Screen } from '../screen.ts'
import { devicesOf } from './device.ts'

const v1 = 'wfpe/v1/{tenant}/device'
const v2 = 'wfpe/v2/{tenant}/device'
// chosen: clients know the paths of gateways, tubular probes, inverters and LoRa; the others follow
// them
const listed: readonly (readonly [
  name: string,
  type: DeviceTypeName,
  icon: string,
  /** Its place among the tabs: sensing from 20, control 30, fertigation 40, pests 50, network 60. */
  at: number,
  base: string,
  more?: { show?: string; counts?: boolean },
])[] = [
  ['gateway', 'gateway', 'gateway', 60, `${v1}/gateway`],
  ['acquisitionControl', 'acquisition_control', 'cabinet', 30, `${v1}/acquisition-control`],
  ['weatherStation', 'gateway_weather', 'weather', 20, `${v1}/weather-station`],
  ['soilMoisture', 'gateway_soil', 'soil', 21, `${v1}/soil-moisture`],
  ['tubularMoisture', 'soil', 'tube', 22, `${v1}/soil`],
  ['waterQuality', 'gateway_water', 'water', 23, `${v1}/water-quality`],
  ['electricValve', 'electric_valve', 'valve', 31, `${v1}/electric-valve`],
  ['inverter', 'inverter', 'inverter', 32, 'wfpe/v1/{tenant}/inverter'],
  ['aerator', 'aerator_ii', 'aerator', 33, 'wfpe/v1/{tenant}/aerator', { counts: true }],
  ['sluiceGate', 'value_regulated', 'gate', 34, `${v1}/value-regulated`],
  ['lorawanNode', 'lorawan_node', 'node', 62, `${v2}/lora-node`, { show: '{id}/details' }],
  ['lorawanGateway', 'lorawan_gateway', 'lora', 61, `${v2}/lora-gateway`, { show: '{id}/details' }],
  ['lora4gNode', '4GLora_node', 'node-4g', 63, `${v2}/lora-4g-node`, { show: '{id}/details' }],
  ['networkPower', 'networkPower', 'power', 35, `${v1}/network-power`],
  ['fertilizerMachine', 'waterFertilizer', 'fertilizer', 40, `${v1}/water-fertilizer`],
  ['injectionMachine', 'injection', 'injector', 41, `${v1}/injection`],
  ['sexLureLamp', 'sex_inducement', 'lure', 50, `${v1}/sex-inducement`],
]

export interface Equipment {
  entity: Entity
  screen: Screen
  type: DeviceTypeName
}
/**
 * Each type that has a list of its own, in menu order: the same rows and the same screen under its
 * own route and codes.
 */
export const devicesByType: readonly Equipment[] = listed.map(
  ([name, type, icon, at, base, more]) => {
    const entity = devicesOf(name, type, base, more)
    const { route, partCodes }: DeviceType = deviceTypes[type]
    const { list: _list, ...own } = entity.permissions
    return {
      type,
      entity,
      screen: entityScreen(route.split('/').at(-1)!, entity, {
        route,
        module: 'farm',
        group: 'equipment',
        icon,
        at,
        tabOf: 'deviceManager',
        pageSize: 20,
        buttons: { ...own, ...partCodes },
      }),
    }
  },
)
const nodes = devicesByType.find(({ entity: { name } }) => name === 'lorawanNode')!
/**
 * The same list under the address that the specification's table of device types gives for LoRa
 * nodes.
 */
export const lora: Equipment = {
  ...nodes,
  screen: entityScreen('lora', nodes.entity, {
    route: '/web/equipment/lora',
    module: 'farm',
    group: 'equipment',
    icon: nodes.screen.icon!,
    at: nodes.screen.at!,
    tabOf: 'deviceManager',
    hidden: true,
    pageSize: 20,
  }),
}
