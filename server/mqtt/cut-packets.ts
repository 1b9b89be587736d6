import { Transform, type Duplex, type TransformCallback } from 'node:stream'

const publish = 3
/** Type, length, and the topic and number of a message before its content. */
const mostHeadBytes = 5 + 2 + 65_535 + 2

function lengthBytes(length: number): number[] {
  const bytes = []
  for (let left = length; ; left = Math.floor(left / 128)) {
    bytes.push(left < 128 ? left : (left % 128) | 128)
    if (left < 128) return bytes
  }
}
/** What can be read of a packet's beginning; null while there is too little of it. */
function headOf(bytes: Buffer): { body: number; length: number; content: number } | null {
  let length = 0
  for (let at = 1; at < bytes.length && at < 5; at++) {
    length += (bytes[at]! & 127) * 128 ** (at - 1)
    if (bytes[at]! < 128) {
      const body = at + 1
      if (bytes[0]! >> 4 !== publish) return { body, length, content: body }
      if (length < 2) return { body, length, content: body }
      if (bytes.length < body + 2) return null
      const content = body + 2 + bytes.readUInt16BE(body) + (bytes[0]! & 6 ? 2 : 0)
      return { body, length, content }
    }
  }
  if (bytes.length >= 5) throw new Error('a packet says no length')
  return null
}

/**
 * Cuts the content of messages (MQTT 3.1.1) after so many bytes: the rest is read and forgotten, so
 * that no packet fills the memory and the broker, whose message is acknowledged, does not send it
 * for ever.
 */
export class CutPackets extends Transform {
  readonly #most: number
  /** The beginning of a packet that is not known yet. */
  #begun = Buffer.alloc(0)
  /** Of the present packet still to be passed on, and then to be forgotten. */
  #passing = 0
  #forgetting = 0
  constructor(most: number) {
    super()
    this.#most = most
  }
  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    try {
      for (let rest = chunk; rest.length > 0;) rest = this.#take(rest)
      done()
    } catch (error) {
      done(error as Error)
    }
  }
  /** Answers what is left to be taken. */
  #take(bytes: Buffer): Buffer {
    if (this.#passing > 0) {
      this.push(bytes.subarray(0, this.#passing))
      const taken = Math.min(this.#passing, bytes.length)
      this.#passing -= taken
      return bytes.subarray(taken)
    }
    if (this.#forgetting > 0) {
      const taken = Math.min(this.#forgetting, bytes.length)
      this.#forgetting -= taken
      return bytes.subarray(taken)
    }
    const all = this.#begun.length > 0 ? Buffer.concat([this.#begun, bytes]) : bytes
    const head = headOf(all)
    if (!head) {
      this.#begun = Buffer.from(all)
      return Buffer.alloc(0)
    }
    this.#begun = Buffer.alloc(0)
    const before = head.content - head.body
    const kept = Math.min(head.length, before + this.#most)
    if (head.body + before > mostHeadBytes || before > head.length)
      throw new Error('a packet is shorter than its topic')
    if (kept < head.length && all[0]! >> 4 !== publish) throw new Error('a packet is too large')
    this.push(Buffer.from([all[0]!, ...lengthBytes(kept)]))
    this.#passing = kept
    this.#forgetting = head.length - kept
    return all.subarray(head.body)
  }
}

/** Has whoever reads this connection read no message further than so many bytes. */
export function cutting(stream: Duplex, most: number): Duplex {
  const cut = new CutPackets(most)
  // The client tells of errors that have a code.
  cut.on('error', (error) => stream.destroy(Object.assign(error, { code: 'EMSGSIZE' })))
  const through = stream.pipe.bind(stream)(cut)
  stream.pipe = (to, options) => through.pipe(to, options)
  return stream
}
