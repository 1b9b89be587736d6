import type { Socket } from 'node:net'

/**
 * An event of a node with its gateways is some kilobytes; nobody's broker fills our memory with one
 * packet.
 */
const mostPacketBytes = 256 * 1024

/**
 * Ends a connection that announces a larger packet of MQTT, before its content is read (MQTT 3.1.1
 * §2.2.3).
 */
export function limitPackets(socket: Socket, most = mostPacketBytes): void {
  /** Bytes of the present packet still to come; null while its length is being read. */
  let left: number | null = null
  let length = 0
  let digits = 0
  let hasType = false
  socket.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length;) {
      if (left !== null) {
        const here = Math.min(left, chunk.length - at)
        at += here
        left -= here
      } else if (!hasType) {
        hasType = true
        at++
      } else {
        const digit = chunk[at++]!
        length += (digit & 127) * 128 ** digits++
        if (length > most || digits > 4)
          return void socket.destroy(new Error('a packet of the other broker is too large'))
        if (digit < 128) left = length
      }
      if (left === 0) [left, length, digits, hasType] = [null, 0, 0, false]
    }
  })
}
