import { deviceCodes, deviceType } from './device-type.ts'

/** Injection fertigation machine: four dosing channels and acid. */
export const injection = deviceType({
  route: '/web/equipment/inject-fertilizer',
  permissions: deviceCodes('config.injectFertilizer'),
  readings: {
    running: { min: 0, max: 1, decimals: 0, isSwitch: true },
    flow: { unit: 'm³/h', min: 0, max: 200, decimals: 2 },
    pressure: { unit: 'bar', min: 0, max: 16, decimals: 2 },
    ec: { unit: 'mS/cm', min: 0, max: 10, decimals: 2 },
    ph: { min: 0, max: 14, decimals: 2 },
    dosing: { unit: 'L/h', min: 0, max: 2000, decimals: 1, circuits: 5 },
    tankLevel: { unit: '%', min: 0, max: 100, decimals: 0, circuits: 5, leastSpan: 10 },
    irrigated: { unit: 'm³', min: 0, max: 1_000_000, decimals: 3, isAmount: true },
  },
  actuators: {
    running: {
      kind: 'switch',
      reading: 'running',
      ttlSeconds: 60,
      danger: 'named',
      irrigates: true,
    },
  },
})
