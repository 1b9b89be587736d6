import { createServer, type AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { Aedes } from 'aedes'
import { brokerLimits } from '#server/mqtt/broker.ts'
import { CheckedConnection } from '#server/mqtt/checked-connection.ts'
import { bytesOf, readCases, type Case } from './mqtt-cases.ts'
import { packet, RawClient, text } from './mqtt-client.ts'

// npm run bench:mqtt -- --cases <folder of Mosquitto's test/broker/data> [--host 127.0.0.1 --port
// 1883] [--least 293]
// Without a port: this console's broker, with everybody let in and every topic allowed, as the
// cases want it.
const { values: asked } = parseArgs({
  options: {
    cases: { type: 'string', default: '' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string' },
    least: { type: 'string', default: '293' },
  },
})

async function ourBroker(): Promise<{ port: number; close(): void }> {
  const aedes = await Aedes.createBroker(brokerLimits)
  for (const event of ['clientError', 'connectionError'] as const) aedes.on(event, () => undefined)
  const server = createServer({ noDelay: true }, (socket) => {
    const connection = new CheckedConnection(socket, {
      isFullFor: () => false,
      whenRoom: (again) => again(),
    })
    connection.on('error', () => undefined)
    aedes.handle(connection)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => process.exit() }
}

const hello = (name: string, version: number) =>
  packet(0x10, text(version === 3 ? 'MQIsdp' : 'MQTT'), [version, 2, 0, 60], text(name))
const connected = Buffer.from([0x20, 2, 0, 0])
const id = [0, 1]

async function publishFromElsewhere(
  port: number,
  {
    topic,
    qos,
    payload,
    retain = false,
  }: { topic: string; qos: 0 | 1 | 2; payload: string; retain?: boolean },
): Promise<void> {
  const helper = await RawClient.open(asked.host, port)
  helper.send(hello('helper', 4))
  await helper.expect(connected)
  helper.send(
    packet(
      0x30 | (qos << 1) | (retain ? 1 : 0),
      text(topic),
      qos > 0 ? id : [],
      Buffer.from(payload),
    ),
  )
  if (qos === 1) await helper.expect(packet(0x40, id))
  if (qos === 2) {
    await helper.expect(packet(0x50, id))
    helper.send(packet(0x62, id))
    await helper.expect(packet(0x70, id))
  }
  helper.end()
}

async function run(
  { name, version, connects, endsClosed, steps }: Case,
  port: number,
): Promise<void> {
  const client = await RawClient.open(asked.host, port)
  try {
    if (connects) {
      client.send(hello(name, version))
      await client.expect(connected)
    }
    for (const step of steps) {
      if (step.type === 'send') client.send(bytesOf(step.payload))
      else if (step.type === 'recv') await client.expect(bytesOf(step.payload))
      else await publishFromElsewhere(port, step)
    }
    if (endsClosed) return await client.expectClosed()
    client.send(packet(0xc0))
    await client.expect(packet(0xd0))
  } finally {
    client.end()
  }
}

const cases = readCases(asked.cases)
const ours = asked.port === undefined ? await ourBroker() : null
const port = ours?.port ?? Number(asked.port)
let passed = 0
for (const one of cases) {
  try {
    await run(one, port)
    passed++
  } catch (error) {
    console.log(`failed: ${one.name}: ${(error as Error).message}`)
  }
}
console.log(`${passed} of ${cases.length} cases of MQTT 3.1 and 3.1.1 passed`)
process.exitCode = passed < Number(asked.least) ? 1 : 0
ours?.close()
