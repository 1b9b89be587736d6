import { deviceCodes, deviceType } from './device-type.ts'

/** E001 to E023, as the display shows them. */
const faults = [
  'none',
  ...Array.from({ length: 23 }, (_, i) => `E${String(i + 1).padStart(3, '0')}`),
]

/** Frequency inverter of a pump, holding the pressure of a main. */
export const inverter = deviceType({
  route: '/web/equipment/transducer',
  permissions: deviceCodes('config.transducer', { edit: 'create' }),
  protocols: { modbus: ['report', 'run', 'frequency', 'reset'] },
  readings: {
    state: { min: 0, max: 3, decimals: 0, states: ['stopped', 'forward', 'reverse', 'fault'] },
    frequency: { unit: 'Hz', min: 0, max: 60, decimals: 2 },
    // What it was told to turn at; `frequency` is what it puts out.
    setFrequency: { unit: 'Hz', min: 0, max: 60, decimals: 2 },
    current: { unit: 'A', min: 0, max: 200, decimals: 1 },
    voltage: { unit: 'V', min: 0, max: 480, decimals: 0 },
    busVoltage: { unit: 'V', min: 0, max: 900, decimals: 0 },
    power: { unit: 'kW', min: 0, max: 100, decimals: 2 },
    pressure: { unit: 'bar', min: 0, max: 16, decimals: 2 },
    moduleTemperature: { unit: '°C', min: -40, max: 125, decimals: 1, leastSpan: 5 },
    runHours: { unit: 'h', min: 0, max: 1_000_000, decimals: 1 },
    // Numbers of the EDS family (0x2180); beyond them the vendor's book explains.
    faultCode: { min: 0, max: 99, decimals: 0, isFault: true, states: faults },
    run: { min: 0, max: 2, decimals: 0, isDirection: true },
    targetPressure: { unit: 'bar', min: 0, max: 16, decimals: 2 },
    minFrequency: { unit: 'Hz', min: 0, max: 60, decimals: 1 },
    maxFrequency: { unit: 'Hz', min: 0, max: 60, decimals: 1 },
  },
  actuators: {
    run: {
      kind: 'direction',
      reading: 'run',
      ttlSeconds: 60,
      danger: 'named',
      isMotor: true,
      irrigates: true,
    },
    frequency: { kind: 'level', reading: 'setFrequency', ttlSeconds: 60 },
    reset: { kind: 'reset', reading: 'faultCode', ttlSeconds: 60 },
  },
  settings: {
    targetPressure: { min: 0.01, max: 16, preset: 3 },
    minFrequency: { min: 0, max: 59, preset: 20 },
    maxFrequency: { min: 1, max: 60, preset: 50, above: { setting: 'minFrequency', by: 1 } },
  },
})
