import { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { CheckedConnection } from '#server/mqtt/checked-connection.ts'
import type { Publish } from '#server/mqtt/packet-check.ts'
import { packet, text } from '#scripts/bench/mqtt-client.ts'

// Time passes when a test says so, however busy the machine.
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
afterAll(() => void vi.useRealTimers())

const ping = packet(0xc0)
const publish = (id: number, topic = 'v1/devices/me/telemetry') =>
  packet(0x32, text(topic), [id >> 8, id & 255], Buffer.from(`{"n":${id}}`))
const acknowledgement = (id: number) => [0x40, 2, id >> 8, id & 255]

/**
 * A device that has been let in, as far as ingest is concerned: what it published, and its socket.
 */
function letIn({ reads = true, isShared = false } = {}) {
  const written: number[][] = []
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => void (written.push([...chunk]), reads && done()),
  })
  const connection = new CheckedConnection(socket, {
    isFullFor: () => false,
    whenRoom: () => undefined,
    isShared,
  })
  for (const one of [socket, connection]) one.on('error', () => undefined)
  const taken: (Publish & { done: (error?: Error) => void })[] = []
  socket.push(packet(0x10, text('MQTT'), [4, 2, 0, 0], text('x')))
  return turn().then(() => {
    connection.read()
    connection.publishTo((one, done) => void taken.push({ ...one, done }), 1000)
    return { socket, connection, taken, written }
  })
}

test('nothing overtakes what waits for the broker, and it gets what is not a plain message', async () => {
  const { socket, connection, taken } = await letIn()
  socket.push(Buffer.concat([publish(1), ping, publish(2)]))
  await turn()
  expect(taken.map(({ id, qos, topic, payload }) => [id, qos, topic, payload.toString()])).toEqual([
    [1, 1, 'v1/devices/me/telemetry', '{"n":1}'],
  ])
  expect(connection.read()).toEqual(Buffer.concat([ping, publish(2)]))
  const twice = packet(0x34, text('v1/devices/me/telemetry'), [0, 9], Buffer.from('{}'))
  socket.push(Buffer.concat([publish(3), twice]))
  await turn()
  expect(taken.map(({ id }) => id)).toEqual([1, 3])
  expect(connection.read()).toEqual(twice)
})

test('what is committed together is acknowledged in one piece, in the order it came; what was not wanted so is not', async () => {
  const { socket, taken, written } = await letIn()
  socket.push(
    Buffer.concat([
      publish(1),
      publish(258),
      packet(0x30, text('v1/devices/me/telemetry'), Buffer.from('{}')),
      publish(65_535),
    ]),
  )
  await turn()
  expect(written).toEqual([])
  for (const { done } of taken) done()
  await turn()
  expect(written).toEqual([
    [...acknowledgement(1), ...acknowledgement(258), ...acknowledgement(65_535)],
  ])
})

test('a client with five hundred messages open is read no further until one of them is stored', async () => {
  const { socket, taken } = await letIn()
  socket.push(Buffer.concat(Array.from({ length: 500 }, (_, i) => publish(i + 1))))
  await turn()
  socket.push(publish(501))
  await turn()
  expect([taken.length, socket.isPaused()]).toEqual([500, true])
  taken[0]!.done()
  await turn()
  expect([taken.length, socket.isPaused()]).toEqual([501, true])
  for (const { done } of taken.slice(1)) done()
  await turn()
  expect(socket.isPaused()).toBe(false)
})

test('while others are at work, what comes in one piece is read in slices and in order', async () => {
  const { socket, connection, taken } = await letIn({ isShared: true })
  socket.push(Buffer.concat([...Array.from({ length: 100 }, (_, i) => publish(i + 1)), ping]))
  socket.push(publish(101))
  await turn()
  expect([taken.length < 100, socket.isPaused()]).toEqual([true, true])
  for (let round = 0; round < 10; round++) await turn()
  expect(taken.map(({ id }) => id)).toEqual(
    Array.from({ length: 101 }, (_, i) => i + 1).slice(0, taken.length),
  )
  expect([taken.length >= 100, socket.isPaused()]).toEqual([true, false])
  expect(connection.read().subarray(0, 2)).toEqual(ping)
})

test('a message that may not be ends the connection, and so does leaving acknowledgements unread', async () => {
  const refused = await letIn()
  refused.socket.push(publish(1, 'somewhere/else'))
  await turn()
  refused.taken[0]!.done(new Error('not its own'))
  await turn()
  expect([refused.connection.destroyed, refused.written]).toEqual([true, []])

  const frozen = await letIn({ reads: false })
  for (let round = 0; !frozen.socket.isPaused() && round < 1000; round++) {
    frozen.socket.push(Buffer.concat(Array.from({ length: 400 }, (_, i) => publish(i + 1))))
    await turn()
    for (const { done } of frozen.taken.splice(0)) done()
    await turn()
  }
  expect(frozen.connection.writableLength).toBeLessThan(128 * 1024)
  vi.advanceTimersByTime(999)
  expect(frozen.connection.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(frozen.connection.destroyed).toBe(true)
})

test('silence ends the connection, but not while we do not read', async () => {
  const { socket, connection, taken } = await letIn()
  connection.limitSilence(60_000)
  socket.push(Buffer.concat(Array.from({ length: 500 }, (_, i) => publish(i + 1))))
  await turn()
  vi.advanceTimersByTime(150_000)
  expect([socket.isPaused(), connection.destroyed]).toEqual([true, false])
  for (const { done } of taken) done()
  await turn()
  vi.advanceTimersByTime(20_000)
  socket.push(ping)
  await turn()
  vi.advanceTimersByTime(59_000)
  expect(connection.destroyed).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(connection.destroyed).toBe(true)
})
