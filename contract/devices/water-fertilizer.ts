import { deviceCodes, deviceType } from './device-type.ts'

/** Venturi fertigation machine: main line, three fertiliser channels, stock tank. */
export const waterFertilizer = deviceType({
  route: '/web/equipment/waterFertilizer',
  permissions: deviceCodes('config.waterFertilizer', { create: 'add', edit: 'add' }),
  readings: {
    running: { min: 0, max: 1, decimals: 0, isSwitch: true },
    flow: { unit: 'm³/h', min: 0, max: 200, decimals: 2 },
    pressure: { unit: 'bar', min: 0, max: 16, decimals: 2 },
    ec: { unit: 'mS/cm', min: 0, max: 10, decimals: 2 },
    ph: { min: 0, max: 14, decimals: 2 },
    channel: { min: 0, max: 1, decimals: 0, isSwitch: true, isPassage: true, circuits: 3 },
    tankLevel: { unit: '%', min: 0, max: 100, decimals: 0, leastSpan: 10 },
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
    channel: { kind: 'switch', reading: 'channel', ttlSeconds: 60 },
  },
})
