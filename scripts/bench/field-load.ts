import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { channelsOf } from './field-channels.ts'

/** Devices that publish as fast as they are acknowledged; speaks MQTT by hand, so that the client costs little. */
export interface Load {
  port: number
  credentials: readonly { key: string; secret: string }[]
  window: number
  seconds: number
  values: number
  /** Under topics that carry the key, as devices of another's broker have them. */ isOutside?: boolean
}
/** `cpu`: what the load itself took, in seconds. */
export interface LoadResult {
  acknowledged: number
  /** Published in all, warming up included. */ published: number
  seconds: number
  p50: number
  p99: number
  cpu: number
}

const text = (value: string) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}
function packet(first: number, body: Buffer): Buffer {
  const length: number[] = []
  for (let left = body.length; ; left = Math.trunc(left / 128)) {
    length.push(left > 127 ? (left % 128) | 128 : left)
    if (left < 128) break
  }
  return Buffer.concat([Buffer.from([first, ...length]), body])
}

class LoadDevice {
  readonly #sent = new Map<number, number>()
  readonly #socket: Socket
  readonly load: Load
  readonly latencies: number[]
  readonly isOver: () => boolean
  readonly #topic: Buffer
  readonly #channels: readonly string[]
  published = 0
  #next = 1
  #at: number
  #held: Buffer = Buffer.alloc(0)
  constructor(load: Load, index: number, latencies: number[], isOver: () => boolean) {
    this.load = load
    this.latencies = latencies
    this.isOver = isOver
    const { key, secret } = load.credentials[index]!
    this.#at = Date.now() - 3_000_000
    this.#channels = channelsOf(load.values).channels
    this.#topic = text(`v1/devices/${load.isOutside ? key : 'me'}/telemetry`)
    this.#socket = connect(load.port, '127.0.0.1')
    this.#socket.setNoDelay(true)
    const flags = Buffer.from([4, 0b1100_0010, 0, 60])
    this.#socket.write(
      packet(
        0x10,
        Buffer.concat([text('MQTT'), flags, text(`load${index}`), text(key), text(secret)]),
      ),
    )
    this.#socket.on('data', (chunk) => this.#take(chunk))
    this.#socket.on('error', () => undefined)
  }
  #take(chunk: Buffer): void {
    let bytes = Buffer.concat([this.#held, chunk])
    while (bytes.length >= 4) {
      const type = bytes[0]! >> 4
      if (type === 2) for (let i = 0; i < this.load.window; i++) this.#publish()
      if (type === 4) {
        const id = bytes.readUInt16BE(2)
        this.latencies.push(performance.now() - this.#sent.get(id)!)
        this.#sent.delete(id)
        if (!this.isOver()) this.#publish()
      }
      bytes = bytes.subarray(4)
    }
    this.#held = bytes
  }
  #publish(): void {
    const id = this.#next
    this.published++
    this.#next = (this.#next % 65_535) + 1
    this.#sent.set(id, performance.now())
    const values = this.#channels
      .map((name, i) => `"${name}":${((id * (i + 3)) % 300) / 10}`)
      .join(',')
    const body = Buffer.concat([
      this.#topic,
      Buffer.from([id >> 8, id & 255]),
      Buffer.from(`{"ts":${++this.#at},"values":{${values}}}`),
    ])
    this.#socket.write(packet(0x32, body))
  }
  end(): void {
    this.#socket.destroy()
  }
}

/** In ms; a server that has just started is still being compiled. */
const warmUpMs = 3000

process.once('message', async (load: Load) => {
  const latencies: number[] = []
  let isOver = false
  const devices = load.credentials.map((_, i) => new LoadDevice(load, i, latencies, () => isOver))
  await pause(warmUpMs)
  latencies.length = 0
  process.send!('counting')
  const started = performance.now()
  const before = process.cpuUsage()
  await pause(load.seconds * 1000)
  isOver = true
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) =>
    Math.round((sorted[Math.trunc(sorted.length * share)] ?? 0) * 10) / 10
  process.send!({
    acknowledged: latencies.length,
    published: devices.reduce((sum, device) => sum + device.published, 0),
    seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (user + system) / 1e6,
  } satisfies LoadResult)
  await pause(500)
  for (const device of devices) device.end()
  process.exit(0)
})
