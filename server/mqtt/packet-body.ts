/**
 * A packet that MQTT 3.1.1 does not allow. The connection it came on is closed without an answer
 * (§4.8).
 */
export class IllegalPacket extends Error {}
/** A CONNECT that is answered with a CONNACK before its connection is closed (§3.2.2.3). */
export class RefusedConnect extends IllegalPacket {
  readonly code: number
  constructor(why: string, code: number) {
    super(why)
    this.code = code
  }
}
export const illegal = (why: string): never => {
  throw new IllegalPacket(why)
}

/** Walks a packet's body; reading beyond its end is illegal. */
export class Body {
  readonly #bytes: Buffer
  #at: number
  readonly #end: number
  constructor(bytes: Buffer, at: number, end = bytes.length) {
    this.#bytes = bytes
    this.#at = at
    this.#end = end
  }
  get left(): number {
    return this.#end - this.#at
  }
  byte(): number {
    if (this.left < 1) illegal('too short')
    return this.#bytes[this.#at++]!
  }
  word(): number {
    return this.byte() * 256 + this.byte()
  }
  data(): Buffer {
    const length = this.word()
    if (this.left < length) illegal('too short')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
  /** UTF-8 as §1.5.3 wants it: well formed, no surrogates, no control characters. */
  text(): string {
    const length = this.word()
    if (this.left < length) illegal('too short')
    const start = this.#at
    this.#at += length
    for (let at = start; at < this.#at; at++) {
      const byte = this.#bytes[at]!
      if (byte < 32 || byte === 127) illegal('a control character in a text')
      if (byte > 127) return this.#beyondAscii(this.#bytes.subarray(start, this.#at))
    }
    return this.#bytes.toString('latin1', start, this.#at)
  }
  #beyondAscii(bytes: Buffer): string {
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      return illegal('text is not UTF-8')
    }
    if (/\p{Cc}/u.test(text)) illegal('a control character in a text')
    return text
  }
  /** Identifier of a packet, never 0 (§2.3.1). */
  packetId(): number {
    return this.word() || illegal('packet identifier 0')
  }
  rest(): Buffer {
    return this.#bytes.subarray(this.#at, this.#end)
  }
  end(): void {
    if (this.left > 0) illegal('too long')
  }
}
