import { Duplex } from 'node:stream'
import { afterOthers } from '#server/db/spending.ts'
import type { KnownDevice } from '#server/modules/equipment/engine/credential.ts'
import { IllegalPacket, RefusedConnect } from './packet-body.ts'
import { checkPacket, packetTypes, readPublish } from './packet-check.ts'
import { PublishLane, type TakePublish } from './publish-lane.ts'

/**
 * Longest packet: the longest payload that is read, its topic, and room for one that is refused
 * with a reason.
 */
const mostBytes = 80 * 1024
/** Until it has said who it is, nobody sends us much. */
const mostBytesBefore = 4096
/** A chunk may hold a thousand messages, whose reading takes tens of milliseconds. */
const mostAtOnce = 32
/** A message whose acknowledgement, if any, is one packet: QoS 0 or 1. */
const isPlainPublish = (first: number) => first >> 4 === packetTypes.publish && (first & 4) === 0

interface Gate {
  isFullFor(tenant: number | null): boolean
  whenRoom(again: () => void, tenant: number | null): void
  /** Whether several tenants are at work. */
  readonly isShared?: boolean
  /** Hears what reading took. */
  spent?(tenant: number, ms: number): void
}

/**
 * A socket as the broker sees it: whole packets that MQTT allows, and none while there is no room
 * for what they carry.
 * The broker's own parser lets U+0000, packet identifier 0 and more through. Emits `puback` with
 * the identifier of what the
 * device acknowledges.
 */
export class CheckedConnection extends Duplex {
  readonly #socket: Duplex
  readonly #gate: Gate
  #held: Buffer = Buffer.alloc(0)
  #isConnected = false
  #isRefused = false
  #isBrokerFull = false
  #isInSlices = false
  #lane: PublishLane | null = null
  #silence: NodeJS.Timeout | undefined

  /**
   * Whose device this is, once it is let in: one tenant's flood keeps no other's devices waiting.
   */
  get tenant(): number | null {
    return this.device?.tenantId ?? null
  }
  device: KnownDevice | null = null
  /** Where the client calls from. */
  readonly address: string
  constructor(socket: Duplex, gate: Gate, address = '') {
    super({ allowHalfOpen: false })
    this.address = address
    this.#socket = socket
    this.#gate = gate
    socket.on('data', (chunk: Buffer) => {
      if (!this.#isRefused) this.#take(chunk)
    })
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  /** From now on ordinary messages go past the broker to `take`. */
  publishTo(take: TakePublish, drainTimeout: number): void {
    this.#lane = new PublishLane(this, take, drainTimeout, this.#readOn)
    // Whose device it is is known from now on.
    this.#readOn()
  }
  /**
   * Ends the connection when no packet has come for so long, in ms; time in which we do not read
   * does not count.
   */
  limitSilence(ms: number): void {
    this.#silence = setTimeout(
      () =>
        this.#socket.isPaused()
          ? this.#silence!.refresh()
          : this.destroy(new Error('silent for too long')),
      ms,
    )
  }

  #take(chunk: Buffer): void {
    const began = performance.now()
    try {
      const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk
      const { from, end, isWhole } = this.#check(bytes)
      if (!isWhole && !this.#isInSlices) this.#later()
      this.#held = end < bytes.length ? bytes.subarray(end) : Buffer.alloc(0)
      if (end > 0) this.#silence?.refresh()
      if (end > from) this.#isBrokerFull = !this.push(bytes.subarray(from, end))
      this.#readOn()
      if (this.tenant !== null) this.#gate.spent?.(this.tenant, performance.now() - began)
    } catch (error) {
      if (!(error instanceof IllegalPacket)) throw error
      this.#isRefused = true
      if (error instanceof RefusedConnect)
        this.#socket.end(Buffer.from([0x20, 2, 0, error.code]), () => this.destroy(error))
      else this.destroy(error)
    }
  }
  /**
   * The rest of what has come, when others were answered meanwhile; of the socket nothing is read
   * until then.
   */
  #later(): void {
    this.#isInSlices = true
    afterOthers(() => {
      this.#isInSlices = false
      if (!this.#isRefused && !this.destroyed) this.#take(Buffer.alloc(0))
    })
  }
  /**
   * Checks every whole packet, but no more than a slice of them where others are at work. What is
   * for the broker lies between `from` and the end of the last of them.
   */
  #check(bytes: Buffer): { from: number; end: number; isWhole: boolean } {
    let at = 0
    let from = 0
    const most = this.#gate.isShared ? mostAtOnce : Infinity
    for (let count = 0; ; count++) {
      if (count === most) return { from, end: at, isWhole: false }
      if (!this.#isConnected && at < bytes.length && bytes[at]! >> 4 !== packetTypes.connect)
        throw new IllegalPacket('CONNECT comes first')
      const header = lengthAt(bytes, at)
      if (!header) return { from, end: at, isWhole: true }
      if (header.length > (this.#isConnected ? mostBytes : mostBytesBefore))
        throw new IllegalPacket('too large')
      const end = header.end + header.length
      if (end > bytes.length) return { from, end: at, isWhole: true }
      // Nothing overtakes what still waits for the broker.
      if (this.#lane && isPlainPublish(bytes[at]!) && from === at && this.readableLength === 0) {
        this.#lane.take(readPublish(bytes, bytes[at]!, header.end, end))
        from = end
      } else {
        const type = checkPacket(bytes.subarray(at, end), header.end - at)
        if (type === packetTypes.connect && this.#isConnected)
          throw new IllegalPacket('a second CONNECT')
        this.#isConnected = true
        if (type === packetTypes.puback) this.emit('puback', bytes.readUInt16BE(header.end))
      }
      at = end
    }
  }

  /**
   * Reads while there is room for what comes: in ingest, in the broker, and in what this client may
   * have open.
   */
  readonly #readOn = (): void => {
    if (this.#gate.isFullFor(this.tenant)) this.#gate.whenRoom(this.#readOn, this.tenant)
    else if (!this.#isInSlices && !this.#isBrokerFull && !this.#lane?.isBehind)
      return void this.#socket.resume()
    this.#socket.pause()
  }
  override _read(): void {
    this.#isBrokerFull = false
    this.#readOn()
  }
  override _write(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    this.#socket.write(chunk, done)
  }
  /** Acknowledgements that come together leave together. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }
  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done)
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#silence)
    this.#socket.destroy()
    done(error)
  }
}

/**
 * The remaining length of the packet at `at`, and where its body begins; null while that is not
 * there yet.
 */
function lengthAt(bytes: Buffer, at: number): { length: number; end: number } | null {
  let length = 0
  for (let i = 0; i < 4; i++) {
    const byte = bytes[at + 1 + i]
    if (byte === undefined) return null
    length += (byte & 127) * 128 ** i
    if (byte < 128) return { length, end: at + 2 + i }
  }
  throw new IllegalPacket('malformed length')
}
