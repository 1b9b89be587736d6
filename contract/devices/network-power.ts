import { deviceCodes, deviceType } from './device-type.ts'

/** Network power: what a cabinet draws from the mains, and the switch before it. */
export const networkPower = deviceType({
  route: '/web/equipment/networkPower',
  permissions: deviceCodes('config.networkPower', { create: 'add' }),
  readings: {
    voltage: { unit: 'V', min: 0, max: 480, decimals: 1 },
    current: { unit: 'A', min: 0, max: 200, decimals: 2 },
    power: { unit: 'kW', min: 0, max: 100, decimals: 3 },
    powerFactor: { min: 0, max: 1, decimals: 2 },
    energy: { unit: 'kWh', min: 0, max: 10_000_000, decimals: 2, isCounter: true, leastSpan: 1 },
    leakage: { unit: 'mA', min: 0, max: 1000, decimals: 1 },
    cabinetTemperature: { unit: '°C', min: -40, max: 125, decimals: 1, leastSpan: 5 },
    on: { min: 0, max: 1, decimals: 0, isSwitch: true },
  },
  actuators: {
    on: { kind: 'switch', reading: 'on', ttlSeconds: 30, danger: 'named' },
  },
})
