import { Body, illegal, RefusedConnect } from './packet-body.ts'

const refuse = {
  version: () => new RefusedConnect('unacceptable protocol version', 1),
  clientId: () => new RefusedConnect('no client identifier', 2),
}

export const packetTypes = {
  connect: 1,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
} as const
const names = new Map<number, keyof typeof packetTypes>(
  Object.entries(packetTypes).map(([name, type]) => [type, name as keyof typeof packetTypes]),
)

/** Whether `#` and `+` stand only where §4.7.1 has them. */
function checkFilter(filter: string): void {
  if (filter === '') illegal('empty topic filter')
  const levels = filter.split('/')
  for (const [i, level] of levels.entries()) {
    if (level.includes('#') && (level !== '#' || i !== levels.length - 1))
      illegal('# in the middle of a filter')
    if (level.includes('+') && level !== '+') illegal('+ within a level')
  }
}

/**
 * Bits that MQTT 3.1 leaves open are cleared: the broker's parser knows them as 3.1.1 does,
 * reserved.
 */
function clearOpenBits(bytes: Buffer, flagsAt: number): void {
  bytes[0] = packetTypes.connect << 4
  bytes[flagsAt]! &= ~1
}
function checkConnect(body: Body, bytes: Buffer, flagsAt: number): void {
  const protocol = body.text()
  const level = body.byte()
  if (protocol !== 'MQTT' && protocol !== 'MQIsdp') illegal('another protocol')
  if (level > 127) illegal('bridge')
  const isOld = protocol === 'MQIsdp'
  if (isOld) clearOpenBits(bytes, flagsAt + protocol.length)
  else if ((bytes[0]! & 15) !== 0) illegal('reserved flags')
  const flags = body.byte()
  body.word()
  // What follows is for the version to say.
  if (level !== 3 && level !== 4) throw refuse.version()
  const has = (bit: number) => (flags & bit) !== 0
  const willQos = (flags >> 3) & 3
  if (has(1)) illegal('reserved connect flag')
  if (has(4) ? willQos === 3 : willQos !== 0 || has(32)) illegal('will flags')
  if (has(64) && !has(128)) illegal('password without a user name')
  const clientId = body.text()
  if (has(4)) {
    const topic = body.text()
    if (topic === '' || /[#+]/.test(topic)) illegal('will topic')
    body.data()
  }
  if (has(128)) body.text()
  if (has(64)) body.data()
  body.end()
  if (level !== (isOld ? 3 : 4)) throw refuse.version()
  // A session that is to be kept needs a name, and so does every one of 3.1.
  if (clientId === '' && (isOld || !has(2))) throw refuse.clientId()
}

/** A message on its way in; `id` is 0 with quality of service 0. */
export interface Publish {
  topic: string
  qos: number
  id: number
  payload: Buffer
}
/**
 * Reads a PUBLISH: its first byte, and its body from `bodyAt` to `end`. The payload is a part of
 * `bytes`. Errors: throws
 * `IllegalPacket` with the reason.
 */
export function readPublish(
  bytes: Buffer,
  first: number,
  bodyAt: number,
  end = bytes.length,
): Publish {
  const body = new Body(bytes, bodyAt, end)
  const flags = first & 15
  const qos = (flags >> 1) & 3
  if (qos === 3) illegal('quality of service 3')
  if (qos === 0 && (flags & 8) !== 0) illegal('duplicate without quality of service')
  const topic = body.text()
  if (topic === '' || topic.includes('#') || topic.includes('+')) illegal('topic')
  return { topic, qos, id: qos > 0 ? body.packetId() : 0, payload: body.rest() }
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
 * Checks one whole packet of a client; `headerLength` is where its body begins. Answers its type. A
 * CONNECT of MQTT 3.1
 * is changed in place. Errors: throws `IllegalPacket` with the reason, `RefusedConnect` where the
 * client is to be told.
 */
export function checkPacket(bytes: Buffer, headerLength: number): number {
  const first = bytes[0]!
  const type = first >> 4
  const flags = first & 15
  const name = names.get(type) ?? illegal(`a client does not send type ${type}`)
  const isReserved =
    name === 'pubrel' || name === 'subscribe' || name === 'unsubscribe'
      ? flags !== 2
      : name !== 'publish' && name !== 'connect' && flags !== 0
  if (isReserved) illegal('reserved flags')
  if (name === 'publish') return (readPublish(bytes, first, headerLength), type)
  const body = new Body(bytes, headerLength)
  if (name === 'connect') checkConnect(body, bytes, headerLength + 3)
  else if (name === 'subscribe' || name === 'unsubscribe') checkTopics(body, name === 'subscribe')
  else {
    if (name !== 'pingreq' && name !== 'disconnect') body.packetId()
    body.end()
  }
  return type
}
