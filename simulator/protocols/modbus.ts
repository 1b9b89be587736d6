import type { Spoken } from './protocol.ts'

/** CRC-16 as the inverter reckons it: polynomial 0xA001, begun with 0xFFFF. */
function checked(bytes: readonly number[]): string {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (crc % 2 === 1 ? 0xa001 : 0)
  }
  return Buffer.from([...bytes, crc & 255, crc >> 8]).toString('hex')
}
const word = (value: number) => {
  const held = Math.min(0xffff, Math.max(-0x8000, Math.round(value))) & 0xffff
  return [held >> 8, held & 255]
}
const answer = (words: readonly number[]) =>
  checked([1, 3, words.length * 2, ...words.flatMap(word)])

const [commandRegister, frequencyRegister] = [0x2000, 0x2001]
/** Words of the command register: 6 stop, 7 forward, 8 reverse, 9 fault reset. */
const commands: Readonly<Record<number, { actuator: string; value: number }>> = {
  6: { actuator: 'run', value: 0 },
  7: { actuator: 'run', value: 1 },
  8: { actuator: 'run', value: 2 },
  9: { actuator: 'reset', value: 0 },
}
/** 1 forward, 2 reverse, 3 stopped, 4 alarm, by our number of the state. */
const stateWords = [3, 1, 2, 4]

/** An EDS300 behind a DTU, which passes frames on as they are. */
export const inverterRegisters: Spoken = {
  channels: new Set([
    'setFrequency',
    'frequency',
    'current',
    'voltage',
    'busVoltage',
    'moduleTemperature',
    'runHours',
    'state',
    'run',
    'faultCode',
  ]),
  say: (
    {
      setFrequency = 0,
      frequency = 0,
      current = 0,
      voltage = 0,
      busVoltage = 0,
      moduleTemperature = 0,
      runHours = 0,
      state = 0,
      faultCode = 0,
    },
    at,
  ) => ({
    ts: at,
    modbus: [
      {
        from: 0x1000,
        frame: answer([
          setFrequency * 100,
          frequency * 100,
          current * 10,
          voltage,
          busVoltage,
          frequency * 29,
          moduleTemperature,
          runHours * 1.6,
          runHours,
        ]),
      },
      { from: 0x2100, frame: answer([stateWords[state] ?? 3]) },
      { from: 0x2180, frame: answer([faultCode]) },
    ],
  }),
  hear: ({ modbus }) => {
    if (Array.isArray(modbus)) return { actuator: 'report', circuit: null, value: 1 }
    const bytes = typeof modbus === 'string' ? [...Buffer.from(modbus, 'hex')] : []
    if (bytes.length !== 8 || bytes[1] !== 6 || checked(bytes.slice(0, -2)) !== modbus) return null
    const [register, value] = [(bytes[2]! << 8) | bytes[3]!, (bytes[4]! << 8) | bytes[5]!]
    if (register === frequencyRegister)
      return { actuator: 'frequency', circuit: null, value: value / 100 }
    const command = register === commandRegister ? commands[value] : undefined
    return command ? { ...command, circuit: null } : null
  },
}
