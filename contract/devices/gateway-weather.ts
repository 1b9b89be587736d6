import { deviceCodes, deviceType } from './device-type.ts'

/** Weather station. */
export const gatewayWeather = deviceType({
  route: '/web/equipment/weatherStations',
  permissions: deviceCodes('config.weatherStations', { create: 'add' }),
  protocols: { elements: [], modbus: ['report'] },
  readings: {
    airTemperature: { unit: '°C', min: -40, max: 80, decimals: 1, leastSpan: 5 },
    airHumidity: { unit: '%', min: 0, max: 100, decimals: 1, leastSpan: 10 },
    windSpeed: { unit: 'm/s', min: 0, max: 60, decimals: 1, leastSpan: 2 },
    windDirection: { unit: '°', min: 0, max: 360, decimals: 0, isBearing: true },
    rainfall: { unit: 'mm', min: 0, max: 500, decimals: 1, isAmount: true, leastSpan: 1 },
    radiation: { unit: 'W/m²', min: 0, max: 1800, decimals: 0, leastSpan: 100 },
    illuminance: { unit: 'lx', min: 0, max: 200_000, decimals: 0, leastSpan: 1000 },
    pressure: { unit: 'hPa', min: 300, max: 1100, decimals: 1, leastSpan: 5 },
    batteryVoltage: { unit: 'V', min: 0, max: 60, decimals: 2, leastSpan: 1 },
  },
})
