import { deviceCodes, deviceType } from './device-type.ts'

/** Frequency inverter of a pump, holding the pressure of a main. */
export const inverter = deviceType({
  route: '/web/equipment/transducer',
  permissions: deviceCodes('config.transducer', { edit: 'create' }),
  readings: {
    state: { min: 0, max: 3, decimals: 0, states: ['stopped', 'forward', 'reverse', 'fault'] },
    frequency: { unit: 'Hz', min: 0, max: 60, decimals: 2 },
    current: { unit: 'A', min: 0, max: 200, decimals: 1 },
    voltage: { unit: 'V', min: 0, max: 480, decimals: 0 },
    busVoltage: { unit: 'V', min: 0, max: 900, decimals: 0 },
    power: { unit: 'kW', min: 0, max: 100, decimals: 2 },
    pressure: { unit: 'bar', min: 0, max: 16, decimals: 2 },
    moduleTemperature: { unit: '°C', min: -40, max: 125, decimals: 1 },
    runHours: { unit: 'h', min: 0, max: 1_000_000, decimals: 1 },
    // The number that the vendor's book explains; 0 is none.
    faultCode: { min: 0, max: 99, decimals: 0 },
    run: { min: 0, max: 1, decimals: 0, isSwitch: true },
  },
  actuators: {
    run: { kind: 'switch', reading: 'run', ttlSeconds: 30, isDangerous: true },
    frequency: { kind: 'level', reading: 'frequency', ttlSeconds: 60 },
  },
})
