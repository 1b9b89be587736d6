/** A packet that MQTT 3.1.1 does not allow. The connection it came on is closed without an answer (§4.8). */
export class IllegalPacket extends Error {}
const illegal = (why: string): never => {
  throw new IllegalPacket(why)
}

export const packetTypes = { connect: 1, publish: 3, puback: 4, pubrec: 5, pubrel: 6, pubcomp: 7, subscribe: 8, unsubscribe: 10, pingreq: 12, disconnect: 14 } as const
const names = new Map<number, keyof typeof packetTypes>(Object.entries(packetTypes).map(([name, type]) => [type, name as keyof typeof packetTypes]))

/** Walks a packet's body; reading beyond its end is illegal. */
class Body {
  readonly #bytes: Buffer
  #at: number
  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }
  get left(): number {
    return this.#bytes.length - this.#at
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
  /** UTF-8 as §1.5.3 wants it: well formed, no surrogates, no U+0000. */
  text(): string {
    const bytes = this.data()
    for (const byte of bytes) {
      if (byte === 0) illegal('U+0000 in a text')
      if (byte > 127) return this.#beyondAscii(bytes)
    }
    return bytes.toString('latin1')
  }
  #beyondAscii(bytes: Buffer): string {
    if (bytes.includes(0)) illegal('U+0000 in a text')
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      return illegal('text is not UTF-8')
    }
  }
  /** Identifier of a packet, never 0 (§2.3.1). */
  packetId(): void {
    if (this.word() === 0) illegal('packet identifier 0')
  }
  end(): void {
    if (this.left > 0) illegal('too long')
  }
}

/** Whether `#` and `+` stand only where §4.7.1 has them. */
function checkFilter(filter: string): void {
  if (filter === '') illegal('empty topic filter')
  const levels = filter.split('/')
  for (const [i, level] of levels.entries()) {
    if (level.includes('#') && (level !== '#' || i !== levels.length - 1)) illegal('# in the middle of a filter')
    if (level.includes('+') && level !== '+') illegal('+ within a level')
  }
}

function checkConnect(body: Body): void {
  const protocol = body.text()
  const level = body.byte()
  if (protocol !== 'MQTT' && protocol !== 'MQIsdp') illegal('another protocol')
  if (level > 127) illegal('bridge')
  // Other levels are answered by the broker: "unacceptable protocol version".
  if ((protocol === 'MQTT' && level !== 4) || (protocol === 'MQIsdp' && level !== 3)) return
  const flags = body.byte()
  const has = (bit: number) => (flags & bit) !== 0
  const willQos = (flags >> 3) & 3
  if (has(1)) illegal('reserved connect flag')
  if (has(4) ? willQos === 3 : willQos !== 0 || has(32)) illegal('will flags')
  if (has(64) && !has(128)) illegal('password without a user name')
  body.word()
  body.text()
  if (has(4)) {
    const topic = body.text()
    if (topic === '' || /[#+]/.test(topic)) illegal('will topic')
    body.data()
  }
  if (has(128)) body.text()
  if (has(64)) body.data()
  body.end()
}

function checkPublish(body: Body, flags: number): void {
  const qos = (flags >> 1) & 3
  if (qos === 3) illegal('quality of service 3')
  if (qos === 0 && (flags & 8) !== 0) illegal('duplicate without quality of service')
  const topic = body.text()
  if (topic === '' || topic.includes('#') || topic.includes('+')) illegal('topic')
  if (qos > 0) body.packetId()
}

function checkTopics(body: Body, hasQos: boolean): void {
  body.packetId()
  if (body.left === 0) illegal('no topic filter')
  while (body.left > 0) {
    checkFilter(body.text())
    if (hasQos && body.byte() > 2) illegal('requested quality of service')
  }
}

/**
 * Checks one whole packet of a client; `headerLength` is where its body begins. Answers its type.
 * Errors: throws `IllegalPacket` with the reason.
 */
export function checkPacket(bytes: Buffer, headerLength: number): number {
  const first = bytes[0]!
  const type = first >> 4
  const flags = first & 15
  const name = names.get(type) ?? illegal(`a client does not send type ${type}`)
  const isReserved = name === 'pubrel' || name === 'subscribe' || name === 'unsubscribe' ? flags !== 2 : name !== 'publish' && flags !== 0
  if (isReserved) illegal('reserved flags')
  const body = new Body(bytes, headerLength)
  if (name === 'connect') checkConnect(body)
  else if (name === 'publish') checkPublish(body, flags)
  else if (name === 'subscribe' || name === 'unsubscribe') checkTopics(body, name === 'subscribe')
  else {
    if (name !== 'pingreq' && name !== 'disconnect') body.packetId()
    body.end()
  }
  return type
}
