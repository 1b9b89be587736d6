import { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { parser } from 'mqtt-packet'
import { CheckedConnection } from '#server/mqtt/checked-connection.ts'
import { bytesOf, readCases } from './mqtt-cases.ts'
import { packet, text } from './mqtt-client.ts'

// npm run bench:mqtt-fuzz -- [--packets 1000000] [--seed 1] [--cases <folder of Mosquitto's
// test/broker/data>]
// Mutated packets, cut at random places, against the stage before the broker: it may let through
// what the broker's own
// parser takes, or end the connection, and nothing else; and its memory does not grow by it.
const { values: asked } = parseArgs({
  options: {
    packets: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    cases: { type: 'string' },
  },
})
const most = Number(asked.packets)
const mostGrowth = 20 * 1024 * 1024

let state = Number(asked.seed)
/** A whole number from 0 to below; the same ones for the same seed. */
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

const hello = packet(0x10, text('MQTT'), [4, 0xc2, 0, 60], text('x'), text('d-key'), text('secret'))
const id = [0, 7]
const topic = text('v1/devices/me/telemetry')
const lawful = [
  hello,
  packet(0x10, text('MQIsdp'), [3, 2, 0, 60], text('old')),
  packet(
    0x10,
    text('MQTT'),
    [4, 0x2e, 0, 60],
    text('x'),
    text('v1/devices/me/status'),
    text('offline'),
  ),
  packet(0x30, topic, Buffer.from('{"airTemperature":1}')),
  packet(0x32, topic, id, Buffer.from('{"airTemperature":1}')),
  packet(0x34, topic, id, Buffer.from('1')),
  packet(0x3a, topic, id, Buffer.alloc(300, 0x61)),
  packet(0x40, id),
  packet(0x50, id),
  packet(0x62, id),
  packet(0x70, id),
  packet(0x82, id, text('v1/devices/me/commands'), [1]),
  packet(0x82, id, text('#'), [0], text('a/+/b'), [2]),
  packet(0xa2, id, text('v1/devices/me/commands')),
  packet(0xc0),
  packet(0xe0),
]
const seeds = [
  ...lawful,
  ...(asked.cases
    ? readCases(asked.cases).flatMap(({ steps }) =>
        steps.flatMap((step) => (step.type === 'send' ? [bytesOf(step.payload)] : [])),
      )
    : []),
]

function mutated(): Buffer {
  const bytes = Buffer.from(seeds[random(seeds.length)]!)
  for (let n = random(4); n > 0 && bytes.length > 0; n--) bytes[random(bytes.length)] = random(256)
  const cut = random(8)
  if (cut === 0) return bytes.subarray(0, random(bytes.length + 1))
  if (cut === 1) return Buffer.concat([bytes, Buffer.alloc(random(5), random(256))])
  return bytes
}

/** A client's end of a connection, without a network. */
class Wire extends Duplex {
  readonly remoteAddress = '127.0.0.1'
  override _read(): void {}
  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done()
  }
}
const gate = { isFullFor: () => false, whenRoom: (again: () => void) => again() }

/** What got through, and whether the connection was ended over it. */
function feed(bytes: Buffer): { passed: Buffer; isEnded: boolean } {
  const wire = new Wire()
  const connection = new CheckedConnection(wire as unknown as Socket, gate)
  connection.on('error', () => undefined)
  const passed: Buffer[] = []
  const chunks = []
  for (let at = 0; at < bytes.length;) {
    const length = 1 + random(random(4) === 0 ? 3 : 200)
    chunks.push(bytes.subarray(at, at + length))
    at += length
  }
  for (const chunk of chunks) {
    wire.emit('data', chunk)
    for (
      let part = connection.read() as Buffer | null;
      part;
      part = connection.read() as Buffer | null
    )
      passed.push(part)
    if (connection.destroyed) break
  }
  const isEnded = connection.destroyed
  connection.destroy()
  return { passed: Buffer.concat(passed), isEnded }
}

let packets = 0
let ended = 0
let wrong = 0
let before = 0
const began = performance.now()
while (packets < most) {
  const parts = Array.from({ length: 1 + random(8) }, mutated)
  if (random(8) > 0) parts.unshift(hello)
  packets += parts.length
  const { passed, isEnded } = feed(Buffer.concat(parts))
  if (isEnded) ended++
  const check = parser({ protocolVersion: 4 })
  check.on('error', (error: Error) => {
    wrong++
    console.log(
      `let through what the broker does not take: ${error.message}: ${passed.toString('hex').slice(0, 400)}`,
    )
  })
  if (passed.length > 0) check.parse(passed)
  // Streams end in later turns of the loop; without them nothing would ever be freed.
  if (packets % 64 < 8) await new Promise(setImmediate)
  if (before === 0 && packets > most / 5) before = process.memoryUsage().rss
}
const growth = process.memoryUsage().rss - before
console.log(
  `${packets.toLocaleString('en')} packets in ${Math.round((performance.now() - began) / 1000)} s: ${ended.toLocaleString('en')} connections ended, ${wrong} let through wrongly, memory ${(growth / 2 ** 20).toFixed(1)} MB more than after the first fifth`,
)
process.exitCode = wrong > 0 || growth > mostGrowth ? 1 : 0
