import mqttPacket, { type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { CutPackets } from '#server/mqtt/cut-packets.ts'

const most = 100
const message = (bytes: number, qos: 0 | 1, topic = 'v1/devices/d/telemetry') =>
  mqttPacket.generate({
    cmd: 'publish',
    topic,
    payload: Buffer.alloc(bytes, 97),
    qos,
    dup: false,
    retain: false,
    messageId: 7,
  })
/** What comes through when the bytes arrive in pieces of this size. */
async function through(bytes: Buffer, size: number): Promise<Packet[]> {
  const cut = new CutPackets(most)
  const packets: Packet[] = []
  const parser = mqttPacket.parser({ protocolVersion: 4 })
  parser.on('packet', (packet) => packets.push(packet))
  const ended = new Promise<void>((resolve, reject) => cut.on('end', resolve).on('error', reject))
  cut.on('data', (part: Buffer) => parser.parse(part))
  for (let at = 0; at < bytes.length; at += size) cut.write(bytes.subarray(at, at + size))
  cut.end()
  await ended
  return packets
}

test.each([1, 2, 3, 7, 64, 1000, 1_000_000])(
  'messages are cut behind so many bytes, whatever pieces of %i they come in; all else stays',
  async (size) => {
    const small = [
      mqttPacket.generate({ cmd: 'pingresp' }),
      message(0, 0),
      message(most, 1),
      mqttPacket.generate({ cmd: 'suback', messageId: 3, granted: [1, 1] }),
    ]
    const packets = await through(
      Buffer.concat([
        ...small,
        message(most + 1, 1),
        message(20_000, 0, 't'.repeat(300)),
        message(20_000, 1),
        small[0]!,
      ]),
      size,
    )
    expect(packets.map(({ cmd }) => cmd)).toEqual([
      'pingresp',
      'publish',
      'publish',
      'suback',
      'publish',
      'publish',
      'publish',
      'pingresp',
    ])
    const messages = packets.filter((packet) => packet.cmd === 'publish')
    expect(
      messages.map(({ payload, qos, messageId, topic }) => [
        payload.length,
        qos,
        messageId,
        topic.length,
      ]),
    ).toEqual([
      [0, 0, undefined, 22],
      [most, 1, 7, 22],
      [most, 1, 7, 22],
      [most, 0, undefined, 300],
      [most, 1, 7, 22],
    ])
  },
)

test.each([
  ['no length', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff])],
  ['less than its topic', Buffer.from([0x30, 4, 0, 9, 97, 97])],
  ['more than it may be, and is no message', Buffer.from([0x90, 0xff, 0x7f, 0, 1])],
])('a packet that says %s ends the connection', async (_what, bytes) => {
  await expect(through(Buffer.concat([bytes, Buffer.alloc(20)]), 5)).rejects.toThrow(/packet/)
})
