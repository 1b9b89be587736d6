import { deviceCodes, deviceType } from './device-type.ts'

/** Pheromone trap: counts one kind of moth. */
export const sexInducement = deviceType({
  route: '/web/equipment/plantLight',
  permissions: deviceCodes('config.plantLight'),
  protocols: { yunfei: ['report', 'on', 'uploadMinutes'] },
  readings: {
    state: {
      min: 0,
      max: 5,
      decimals: 0,
      states: ['standby', 'working', 'charging', 'undervoltage', 'overvoltage', 'abnormal'],
    },
    // Reset after each report, so that a day is the sum.
    trapped: { min: 0, max: 100_000, decimals: 0, isAmount: true },
    airTemperature: { unit: '°C', min: -40, max: 80, decimals: 1, leastSpan: 5 },
    airHumidity: { unit: '%', min: 0, max: 100, decimals: 1, leastSpan: 10 },
    illuminance: { unit: 'lx', min: 0, max: 200_000, decimals: 0 },
    windSpeed: { unit: 'm/s', min: 0, max: 60, decimals: 1 },
    panelVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
    batteryVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
    signal: { min: 0, max: 31, decimals: 0 },
    on: { min: 0, max: 1, decimals: 0, isSwitch: true },
    uploadMinutes: { unit: 'min', min: 1, max: 1440, decimals: 0 },
  },
  actuators: {
    on: { kind: 'switch', reading: 'on', ttlSeconds: 600 },
  },
  settings: {
    uploadMinutes: { min: 5, max: 1440, preset: 30, setsPeriod: true },
  },
})
