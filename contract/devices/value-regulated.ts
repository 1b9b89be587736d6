import { deviceCodes, deviceType } from './device-type.ts'

/** Sluice gate with levels above and below it. */
export const valueRegulated = deviceType({
  route: '/web/equipment/value-regulated',
  permissions: deviceCodes('config.value-regulated', { create: 'add' }),
  readings: {
    opening: { unit: '%', min: 0, max: 100, decimals: 0, leastSpan: 10 },
    limit: {
      min: 0,
      max: 3,
      decimals: 0,
      states: ['between', 'fullyOpen', 'fullyClosed', 'stalled'],
    },
    upstreamLevel: { unit: 'cm', min: 0, max: 50_000, decimals: 1 },
    downstreamLevel: { unit: 'cm', min: 0, max: 50_000, decimals: 1 },
    flow: { unit: 'm³/h', min: 0, max: 20_000, decimals: 1 },
    motorCurrent: { unit: 'A', min: 0, max: 50, decimals: 2 },
    highLevel: { unit: 'cm', min: 0, max: 50_000, decimals: 0 },
    lowLevel: { unit: 'cm', min: 0, max: 50_000, decimals: 0 },
    pulseEquivalent: { unit: 'mm', min: 0, max: 100, decimals: 2 },
    stallCurrent: { unit: 'A', min: 0, max: 50, decimals: 2 },
    batteryVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
    signal: { unit: 'dBm', min: -150, max: 0, decimals: 0 },
  },
  actuators: {
    // 1 to 100 is where it is set to; closing it, and opening it to its stop, are commands of their
    // own.
    opening: {
      kind: 'level',
      reading: 'opening',
      ttlSeconds: 180,
      danger: 'named',
      leastBetweenEnds: 1,
    },
  },
  settings: {
    lowLevel: { min: 0, max: 49_990, preset: 80 },
    highLevel: { min: 10, max: 50_000, preset: 160, above: { setting: 'lowLevel', by: 10 } },
    stallCurrent: { min: 0.1, max: 50, preset: 3.5 },
    pulseEquivalent: { min: 0.01, max: 100, preset: 0.5 },
  },
})
