import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Step =
  | { type: 'send'; payload: string }
  | { type: 'recv'; payload: string }
  | { type: 'external_publish'; topic: string; qos: 0 | 1 | 2; payload: string; retain?: boolean }
interface Shared {
  ver?: number
  connect?: boolean
  expect_disconnect?: boolean
  disable?: boolean
}
interface Group extends Shared {
  group: string
  tests: (Shared & { name: string; msgs: Step[] })[]
}
/**
 * What a client sends and what it must receive; `connects`: a CONNECT and its CONNACK come first.
 */
export interface Case {
  name: string
  version: number
  connects: boolean
  endsClosed: boolean
  steps: Step[]
}

/**
 * The enabled cases of Mosquitto's `test/broker/data` for MQTT 3.1 and 3.1.1. Errors: throws on a
 * folder without them.
 */
export function readCases(folder: string): Case[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
  const groups = files
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Group[])
    .filter(({ disable }) => !disable)
  const cases = groups
    .flatMap((group) =>
      group.tests.map((test): Case => {
        const {
          ver = 4,
          connect = true,
          expect_disconnect: endsClosed = true,
        } = { ...group, ...test }
        return {
          name: `${group.group} ${test.name}`,
          version: ver,
          connects: connect,
          endsClosed,
          steps: test.msgs,
        }
      }),
    )
    .filter(({ version }) => version < 5)
  if (cases.length === 0) throw new Error(`${folder} holds no cases`)
  return cases
}

/** A number as MQTT writes a length; Mosquitto's cases have longer ones than MQTT allows. */
export function lengthOf(value: number): Buffer {
  const bytes = []
  for (let left = value; bytes.length === 0 || left > 0; left = Math.floor(left / 128))
    bytes.push((left % 128) + (left >= 128 ? 128 : 0))
  return Buffer.from(bytes)
}
function whole(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}
/**
 * Bytes of the cases' own notation: `i` 1 byte, `H` `k` `m` `s` 2, `L` 4, `v` `r` a length, '…' a
 * text, else hex.
 */
export function bytesOf(notation: string): Buffer {
  const parts = notation.match(/'[^']*'|\S+/g) ?? []
  return Buffer.concat(
    parts.map((part) => {
      const value = Number(part.slice(1))
      if (part.startsWith("'")) return Buffer.from(part.slice(1, -1))
      if (part.startsWith('i')) return whole(value, 1)
      if (/^[Hkms]/.test(part)) return whole(value, 2)
      if (part.startsWith('L')) return whole(value, 4)
      if (/^[vr]/.test(part)) return lengthOf(value)
      return Buffer.from(part, 'hex')
    }),
  )
}
