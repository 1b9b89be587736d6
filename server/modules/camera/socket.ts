import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { onUpgrade, pathOf } from '#server/http/upgrades.ts'
import type { Services } from '#server/services/services.ts'
import type { CameraEngine } from './engine/engine.ts'
import type { CameraFault } from './engine/source.ts'
import type { Ticket } from './engine/tickets.ts'
import { mayWatch } from './engine/watching.ts'
import { handOn } from './hand-on.ts'
import { mediaPath } from './play-address.ts'

const path = new RegExp(`^${mediaPath}/([^/]+)/socket$`)
/** What a WebSocket is closed with where something is the matter here (RFC 6455). */
const failed = 1011
const refusal = 'HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n'

/** Streams as FLV over a WebSocket each, which take none of a browser's six connections. */
export function serveSocket({ http, platform, farewells }: Services, engine: CameraEngine): void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    // Viewers have nothing to say.
    maxPayload: 1024,
  })
  const show = (socket: WebSocket, ticket: Ticket) => {
    let held: Buffer[] = []
    // What is said at once goes as one message: players take each apart by itself.
    const flush = () => {
      if (held.length > 0) socket.send(held.length === 1 ? held[0]! : Buffer.concat(held))
      held = []
    }
    const end = (fault: CameraFault) => {
      flush()
      socket.close(failed, fault.code)
    }
    socket.on('error', () => socket.terminate())
    try {
      const leave = handOn(platform, engine, ticket, {
        get waiting() {
          return socket.bufferedAmount
        },
        write(bytes) {
          if (held.push(bytes) === 1) queueMicrotask(flush)
        },
        end,
        cut: () => socket.terminate(),
      })
      socket.on('close', leave)
    } catch (error) {
      end(error as CameraFault)
    }
  }
  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const ticket = engine.tickets.read(path.exec(pathOf(request))![1])
    if (!ticket || !(await mayWatch(platform, ticket)))
      return void socket.end(refusal, () => socket.destroy())
    sockets.handleUpgrade(request, socket, head, (opened) => show(opened, ticket))
  }
  const end = onUpgrade(http.server, path, (request, socket, head) => {
    open(request, socket, head).catch(() => socket.destroy())
  })
  farewells.push(() => {
    end()
    for (const socket of sockets.clients) socket.terminate()
  })
}
