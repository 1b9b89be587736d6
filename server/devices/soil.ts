import { soil } from '#contract/devices/soil.ts'
import { soilLayers } from './protocols/element-names.ts'
import { elements } from './protocols/elements.ts'
import { modbus, type Register } from './protocols/modbus.ts'
import { driver } from './driver.ts'

/**
 * The RTU's probe of three depths lies at 10, 20 and 40 cm; six registers to each, of which
 * salinity, TDS and the dielectric say nothing more.
 */
const depths = [1, 2, 4]
const registersEach = 6
const registers = depths.flatMap((layer, i): Register[] => [
  { at: i * registersEach, channel: `humidity.${layer}`, scale: 0.01 },
  { at: i * registersEach + 1, channel: `temperature.${layer}`, scale: 0.01, isSigned: true },
  // Its µS/cm are ten thousand to the S/m.
  { at: i * registersEach + 2, channel: `conductivity.${layer}`, scale: 0.0001 },
])

export const soilDriver = driver(soil, {
  elements: elements(soil, soilLayers),
  modbus: modbus({ registers, polls: [[0, depths.length * registersEach]] }),
})
