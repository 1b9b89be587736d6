import { deviceCodes, deviceType } from './device-type.ts'

const prefix = 'wfpf.farm.equipment.aerator.ps'
/** Codes of pumps. */
export const pumpCodes = {
  addDevice: `${prefix}.addDevice`,
  editDevice: `${prefix}.editDevice`,
  delDevice: `${prefix}.delDevice`,
} as const

/** Aerator regulator of a pond: at most four pumps. */
export const aeratorIi = deviceType({
  route: '/web/equipment/aerator',
  permissions: deviceCodes('aquatic.aerator'),
  partCodes: pumpCodes,
  readings: {
    pump: { min: 0, max: 1, decimals: 0, isSwitch: true, circuits: 4 },
    pumpOnline: { min: 0, max: 1, decimals: 0, states: ['disconnected', 'connected'], circuits: 4 },
    // 0 is a sound pump.
    pumpFault: {
      min: 0,
      max: 1,
      decimals: 0,
      states: ['normal', 'abnormal'],
      isFault: true,
      circuits: 4,
    },
    pumpCurrent: { unit: 'A', min: 0, max: 50, decimals: 1, circuits: 4 },
    dissolvedOxygen: { unit: 'mg/L', min: 0, max: 20, decimals: 2 },
    waterTemperature: { unit: '°C', min: -5, max: 60, decimals: 1, leastSpan: 5 },
    startOxygen: { unit: 'mg/L', min: 0, max: 20, decimals: 1 },
    stopOxygen: { unit: 'mg/L', min: 0, max: 20, decimals: 1 },
    supplyVoltage: { unit: 'V', min: 0, max: 480, decimals: 0 },
    signal: { unit: 'dBm', min: -150, max: 0, decimals: 0 },
  },
  actuators: {
    pump: { kind: 'switch', reading: 'pump', ttlSeconds: 60, danger: 'named' },
  },
  // Between them its own control leaves the pumps as they are.
  settings: {
    startOxygen: { min: 0.5, max: 19, preset: 4 },
    stopOxygen: { min: 1, max: 20, preset: 6.5, above: { setting: 'startOxygen', by: 0.5 } },
  },
})
