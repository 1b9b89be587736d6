import { gatewaySoil } from '#contract/devices/gateway-soil.ts'
import { soilProbe } from './protocols/element-names.ts'
import { elements } from './protocols/elements.ts'
import { modbus } from './protocols/modbus.ts'
import { driver } from './driver.ts'

export const gatewaySoilDriver = driver(gatewaySoil, {
  elements: elements(gatewaySoil, soilProbe),
  modbus: modbus({
    // As the seven-in-one probes with RS-485 have them.
    polls: [[0, 7]],
    registers: [
      { at: 0, channel: 'humidity', scale: 0.1 },
      { at: 1, channel: 'temperature', scale: 0.1, isSigned: true },
      { at: 2, channel: 'conductivity' },
      { at: 3, channel: 'ph', scale: 0.1 },
      { at: 4, channel: 'nitrogen' },
      { at: 5, channel: 'phosphorus' },
      { at: 6, channel: 'potassium' },
    ],
  }),
})
