import { deviceCodes, deviceType } from './device-type.ts'

/** Acquisition and control cabinet of a greenhouse: its climate, its relays, its roller blinds. */
export const acquisitionControl = deviceType({
  route: '/web/equipment/acquisition-control',
  permissions: deviceCodes('config.acquisitionControl', { create: 'add' }),
  readings: {
    airTemperature: { unit: '°C', min: -40, max: 80, decimals: 1, leastSpan: 5 },
    airHumidity: { unit: '%', min: 0, max: 100, decimals: 1, leastSpan: 10 },
    co2: { unit: 'ppm', min: 0, max: 5000, decimals: 0 },
    illuminance: { unit: 'lx', min: 0, max: 200_000, decimals: 0 },
    relay: { min: 0, max: 1, decimals: 0, isSwitch: true, circuits: 8 },
    // 1 unrolls, 2 rolls up (docs/specification.md 7.5).
    blind: { min: 0, max: 2, decimals: 0, isDirection: true, circuits: 2 },
    supplyVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
  },
  actuators: {
    relay: { kind: 'switch', reading: 'relay', ttlSeconds: 60, irrigates: 'unmarked' },
    blind: { kind: 'direction', reading: 'blind', ttlSeconds: 120 },
  },
})
