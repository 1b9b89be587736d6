import { gatewayWater } from '#contract/devices/gateway-water.ts'
import { water } from './protocols/element-names.ts'
import { elements } from './protocols/elements.ts'
import { modbus } from './protocols/modbus.ts'
import { driver } from './driver.ts'

export const gatewayWaterDriver = driver(gatewayWater, {
  elements: elements(gatewayWater, water),
  // The pH probe, which measures temperature as well.
  modbus: modbus({
    polls: [[0, 2]],
    registers: [
      { at: 0, channel: 'waterTemperature', scale: 0.01, isSigned: true },
      { at: 1, channel: 'ph', scale: 0.01 },
    ],
  }),
})
