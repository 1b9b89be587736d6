import { deviceCodes, deviceType } from './device-type.ts'

/** Electric valve on an irrigation line. */
export const electricValve = deviceType({
  route: '/web/equipment/electric-valve',
  permissions: deviceCodes('config.electricValve', { create: 'add', delete: 'remove' }),
  readings: {
    open: { min: 0, max: 1, decimals: 0, isSwitch: true, isPassage: true },
    opening: { unit: '%', min: 0, max: 100, decimals: 0, leastSpan: 10 },
    flow: { unit: 'm³/h', min: 0, max: 500, decimals: 2 },
    pressure: { unit: 'bar', min: 0, max: 16, decimals: 2 },
    batteryVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
    signal: { unit: 'dBm', min: -150, max: 0, decimals: 0 },
  },
  actuators: {
    open: { kind: 'switch', reading: 'open', ttlSeconds: 60, irrigates: true },
    opening: { kind: 'level', reading: 'opening', ttlSeconds: 60, irrigates: true },
  },
})
