import { deviceCodes, deviceType } from './device-type.ts'

/**
 * Pest forecast lamp: lures by light, kills by heat, photographs and counts. Its generations report
 * alike.
 */
export const forecastLamp = () =>
  deviceType({
    route: '/web/equipment/pest',
    permissions: deviceCodes('config.pest', {
      create: 'addPest',
      edit: 'editPest',
      delete: 'delPest',
    }),
    protocols: { yunfei: ['report', 'lamp'] },
    readings: {
      state: {
        min: 0,
        max: 3,
        decimals: 0,
        states: ['standby', 'working', 'initializing', 'abnormal'],
      },
      lamp: { min: 0, max: 1, decimals: 0, isSwitch: true },
      // Since the last report.
      insects: { min: 0, max: 100_000, decimals: 0, isAmount: true },
      chamberTemperature: { unit: '°C', min: -40, max: 200, decimals: 1, leastSpan: 5 },
      airTemperature: { unit: '°C', min: -40, max: 80, decimals: 1, leastSpan: 5 },
      airHumidity: { unit: '%', min: 0, max: 100, decimals: 1, leastSpan: 10 },
      illuminance: { unit: 'lx', min: 0, max: 200_000, decimals: 0 },
      rainProtection: { min: 0, max: 1, decimals: 0, states: ['normal', 'protecting'] },
      // Of those that stand by themselves.
      panelVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
      batteryVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
      signal: { min: 0, max: 31, decimals: 0 },
    },
    actuators: { lamp: { kind: 'switch', reading: 'lamp', ttlSeconds: 600 } },
  })
