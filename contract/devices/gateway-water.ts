import { deviceCodes, deviceType } from './device-type.ts'

/** Water quality monitor. */
export const gatewayWater = deviceType({
  route: '/web/equipment/water-quality',
  permissions: deviceCodes('aquatic.waterQuality', { create: 'add', delete: 'edit' }),
  protocols: { elements: [], modbus: ['report'] },
  readings: {
    waterTemperature: { unit: '°C', min: -5, max: 60, decimals: 1, leastSpan: 5 },
    dissolvedOxygen: { unit: 'mg/L', min: 0, max: 20, decimals: 2 },
    ph: { min: 0, max: 14, decimals: 2 },
    conductivity: { unit: 'µS/cm', min: 0, max: 5000, decimals: 0 },
    turbidity: { unit: 'NTU', min: 0, max: 1000, decimals: 1 },
    ammonia: { unit: 'mg/L', min: 0, max: 100, decimals: 2 },
    cod: { unit: 'mg/L', min: 0, max: 500, decimals: 1 },
    waterLevel: { unit: 'm', min: 0, max: 20, decimals: 2 },
    batteryVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
  },
})
