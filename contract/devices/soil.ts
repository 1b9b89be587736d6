import { deviceCodes, deviceType } from './device-type.ts'

/**
 * Tubular soil probe: a sensor every 10 cm; the surface layer has temperature only
 * (docs/specification.md 7.7).
 */
export const soil = deviceType({
  route: '/web/equipment/tubularmoisture',
  permissions: deviceCodes('config.tubularMoisture'),
  protocols: { elements: [], modbus: ['report'] },
  readings: {
    temperature: { unit: '°C', min: -40, max: 80, decimals: 1, leastSpan: 5 },
    humidity: { unit: '%', min: 0, max: 100, decimals: 1, leastSpan: 10, isSoilWater: true },
    // Sensors say µS/cm; the specification's curve is in S/m (1 S/m = 10,000 µS/cm).
    conductivity: { unit: 'S/m', min: 0, max: 2, decimals: 4 },
  },
  layers: { most: 10, centimetres: 10, surface: ['temperature'] },
})
