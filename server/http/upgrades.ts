import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { requireDeclared } from './beside.ts'

/** Takes a connection over; whatever it does not answer it has to destroy. */
type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void
export const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0]!

const known = new WeakMap<Server, Map<RegExp, Upgrade>>()
/**
 * Who speaks something else on the console's own port, by path: one listener for all of them, since
 * whoever asks for any other path is hung up on. Answers what ends it.
 */
export function onUpgrade(http: Server, path: RegExp, upgrade: Upgrade): () => void {
  requireDeclared(`UPGRADE ${path.source.replaceAll('\\/', '/').slice(1, -1)}`)
  let ways = known.get(http)
  if (!ways) {
    const all = (ways = new Map<RegExp, Upgrade>())
    known.set(http, all)
    http.on('upgrade', (request, socket: Duplex, head: Buffer) => {
      // A connection that breaks meanwhile is the end of it, and no fault of ours.
      socket.on('error', () => socket.destroy())
      const [, found] = [...all].find(([way]) => way.test(pathOf(request))) ?? []
      if (found) found(request, socket, head)
      else socket.destroy()
    })
  }
  ways.set(path, upgrade)
  const of = ways
  return () => {
    of.delete(path)
  }
}
