import { inverter } from '#contract/devices/inverter.ts'
import { modbus } from './protocols/modbus.ts'
import { driver, type Order } from './driver.ts'

// ENC EDS300, manual p. 40; where its table has no scale, that of the CUTES CT-2000F (p. 121) is
// taken: 0.01 Hz and 0.1 A.
const hertz = 0.01
const command = { register: 0x2000, stop: 6, forward: 7, reverse: 8, reset: 9 } as const
const frequencyRegister = 0x2001
/** Its word for how it turns: 1 forward, 2 reverse, 3 stopped, 4 alarm. */
const states: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 0, 4: 3 }
const turns: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 0, 4: 0 }

function write({ actuator, value }: Order): readonly [number, number] | null {
  if (actuator === 'run')
    return [command.register, [command.stop, command.forward, command.reverse][value]!]
  if (actuator === 'frequency') return [frequencyRegister, Math.round(value / hertz)]
  return actuator === 'reset' ? [command.register, command.reset] : null
}

export const inverterDriver = driver(inverter, {
  modbus: modbus({
    write,
    polls: [
      [0x1000, 9],
      [0x2100, 1],
      [0x2180, 1],
    ],
    registers: [
      { at: 0x1000, channel: 'setFrequency', scale: hertz },
      { at: 0x1001, channel: 'frequency', scale: hertz },
      { at: 0x1002, channel: 'current', scale: 0.1 },
      { at: 0x1003, channel: 'voltage' },
      { at: 0x1004, channel: 'busVoltage' },
      { at: 0x1006, channel: 'moduleTemperature', isSigned: true },
      { at: 0x1008, channel: 'runHours' },
      { at: 0x2100, channel: 'state', meaning: (word) => states[word] ?? null },
      { at: 0x2100, channel: 'run', meaning: (word) => turns[word] ?? null },
      { at: 0x2180, channel: 'faultCode' },
    ],
  }),
})
