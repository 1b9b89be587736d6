import { deviceCodes, deviceType } from './device-type.ts'

/** Soil sensor of one depth on a gateway of its own. */
export const gatewaySoil = deviceType({
  route: '/web/equipment/soilmoisture',
  permissions: deviceCodes('config.soilmoisture', { create: 'add' }),
  protocols: { elements: [], modbus: ['report'] },
  readings: {
    humidity: { unit: '%', min: 0, max: 100, decimals: 1, leastSpan: 10, isSoilWater: true },
    temperature: { unit: '°C', min: -40, max: 80, decimals: 1, leastSpan: 5 },
    conductivity: { unit: 'µS/cm', min: 0, max: 20_000, decimals: 0 },
    ph: { min: 0, max: 14, decimals: 2 },
    nitrogen: { unit: 'mg/kg', min: 0, max: 2000, decimals: 0 },
    phosphorus: { unit: 'mg/kg', min: 0, max: 2000, decimals: 0 },
    potassium: { unit: 'mg/kg', min: 0, max: 2000, decimals: 0 },
    batteryVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
  },
})
