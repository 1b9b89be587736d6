import { deviceCodes, deviceType } from './device-type.ts'

// chosen: the specification has no limit; what a small cabinet keeps
const mostStrategies = 8

/** Gateway of a plot: what it says of itself, and the relays in its cabinet. */
export const gateway = deviceType({
  route: '/web/equipment/gateway',
  permissions: deviceCodes('config.gateway', { create: 'add' }),
  readings: {
    signal: { unit: 'dBm', min: -150, max: 0, decimals: 0 },
    supplyVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
    boardTemperature: { unit: '°C', min: -40, max: 125, decimals: 1, leastSpan: 5 },
    children: { min: 0, max: 500, decimals: 0 },
    relay: { min: 0, max: 1, decimals: 0, isSwitch: true, circuits: 8 },
    uploadMinutes: { unit: 'min', min: 1, max: 1440, decimals: 0 },
    // Roller blinds, vents and other motors that turn both ways.
    motor: { min: 0, max: 2, decimals: 0, isDirection: true, circuits: 2 },
    // The revision that it holds in each place, 0 for none, and the number of the last call that it
    // carried out.
    strategy: { min: 0, max: 9_999_999, decimals: 0, circuits: mostStrategies, isInternal: true },
    // The revision of the list of what it gathers.
    collection: { min: 0, max: 9_999_999, decimals: 0, isInternal: true },
    strategyCalled: { min: 0, max: 9_999_999, decimals: 0, isInternal: true },
  },
  actuators: {
    relay: { kind: 'switch', reading: 'relay', ttlSeconds: 60, irrigates: 'unmarked' },
    motor: { kind: 'direction', reading: 'motor', ttlSeconds: 60, danger: 'held' },
  },
  settings: {
    uploadMinutes: { min: 5, max: 1440, preset: 30, recommended: 30, setsPeriod: true },
  },
  strategies: mostStrategies,
  isCollector: true,
})
