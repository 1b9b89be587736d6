import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { socketStream } from '#src/features/camera/socket-stream.ts'
import { takeWay } from '#src/features/camera/stream-ways.ts'

class Socket extends EventTarget {
  static last: Socket
  binaryType = ''
  isClosed = false
  readonly url: string
  constructor(url: URL) {
    super()
    this.url = url.href
    Socket.last = this
  }
  close() {
    if (this.isClosed) return
    this.isClosed = true
    this.dispatchEvent(new Event('close'))
  }
  says(...bytes: number[]) {
    this.dispatchEvent(new MessageEvent('message', { data: new Uint8Array(bytes).buffer }))
  }
}
// Later in each test than whatever was avoided in the one before.
let hour = 0
beforeEach(() => {
  vi.useFakeTimers({ now: (hour += 1) * 3_600_000 })
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('MediaSource', class {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const begin = () => {
  const stream = socketStream('/media/live/t/socket')
  return { ...stream, socket: Socket.last, reader: stream.response.body!.getReader() }
}

test('what a socket sends is read as it comes, and whoever stops reading closes it', async () => {
  const { socket, reader } = begin()
  expect(socket.url).toMatch(/^ws:\/\/[^/]+\/media\/live\/t\/socket$/)
  socket.dispatchEvent(new Event('open'))
  socket.says(1, 2)
  socket.says(3)
  expect([(await reader.read()).value, (await reader.read()).value]).toEqual([
    new Uint8Array([1, 2]),
    new Uint8Array([3]),
  ])
  await reader.cancel()
  expect(socket.isClosed).toBe(true)
  // What was on its way is nobody's.
  socket.says(4)
})

test('a socket that closes breaks the stream off, and sockets go on being used', async () => {
  const { socket, reader } = begin()
  socket.dispatchEvent(new Event('open'))
  socket.close()
  await expect(reader.read()).rejects.toThrow()
  expect(takeWay().protocol).toBe('socket')
})

test('where none opens within five seconds, none is tried for a while', async () => {
  const { reader } = begin()
  const failing = expect(reader.read()).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(5000)
  await failing
  const { protocol, leave } = takeWay()
  expect(protocol).toBe('flv')
  leave()
})

test('an open socket that says nothing is given up', async () => {
  const { socket, reader } = begin()
  const failing = expect(reader.read()).rejects.toThrow()
  socket.dispatchEvent(new Event('open'))
  await vi.advanceTimersByTimeAsync(14_000)
  expect(socket.isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  await failing
  expect(takeWay().protocol).toBe('socket')
})
