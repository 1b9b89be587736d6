import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer } from 'node:tls'
import proxyAddress from '@fastify/proxy-addr'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { onUpgrade } from '#server/http/upgrades.ts'

/** Certificate and key as PEM files; read again when they change. */
export interface TlsFiles {
  port: number
  cert: string
  key: string
}
/** `address`: where the client calls from. */
/** None, the nearest so many, or those of these networks. */
export type TrustedProxies = false | number | string[]
type OnConnection = (connection: Duplex, address: string) => void

const mostConnections = 20_000
/** Where MQTT over WebSocket is spoken, on the console's own port. */
const webSocketPath = /^\/mqtt$/
const certificateLookMs = 60_000
/** A device without a keep-alive of its own that vanished is noticed by the network's. */
const socketOptions = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 } as const

function listen(
  server: Server | HttpServer,
  host: string,
  port: number,
  setting: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `${setting} ${port} is in use: stop what listens there, or set another (0 takes a free one)`,
            )
          : error,
      ),
    )
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}
const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

export interface Listener {
  port: number
  close(): Promise<void>
}

/** MQTT over TCP. Errors: rejects with a sentence when the port is taken. */
export async function listenPlain(
  host: string,
  port: number,
  onConnection: OnConnection,
): Promise<Listener> {
  const server = createServer(socketOptions, (socket) =>
    onConnection(socket, socket.remoteAddress ?? ''),
  )
  server.maxConnections = mostConnections
  return { port: await listen(server, host, port, 'MQTT_PORT'), close: () => close(server) }
}

/**
 * MQTT over TLS 1.2 or 1.3. Errors: rejects when the port is taken or the files are not a
 * certificate and its key.
 */
export async function listenTls(
  host: string,
  { port, cert, key }: TlsFiles,
  onConnection: OnConnection,
): Promise<Listener> {
  const read = () => ({ cert: readFileSync(cert), key: readFileSync(key) })
  const server = createTlsServer(
    { ...read(), minVersion: 'TLSv1.2', ...socketOptions, handshakeTimeout: 10_000 },
    (socket) => onConnection(socket, socket.remoteAddress ?? ''),
  )
  server.maxConnections = mostConnections
  // A renewed certificate is written as two files: half a pair is not taken, and looked at again
  // with the next change.
  const renew = () => {
    try {
      server.setSecureContext(read())
    } catch (error) {
      console.error(`MQTT_TLS_CERT and MQTT_TLS_KEY: ${(error as Error).message}`)
    }
  }
  for (const file of [cert, key])
    watchFile(file, { interval: certificateLookMs, persistent: false }, renew)
  return {
    port: await listen(server, host, port, 'MQTT_TLS_PORT'),
    close: async () => {
      for (const file of [cert, key]) unwatchFile(file, renew)
      await close(server)
    },
  }
}

/**
 * The client's address as the console's own calls have it: behind proxies that are trusted, what
 * they say.
 */
function addressOf(request: IncomingMessage, trust: TrustedProxies): string {
  if (trust === false) return request.socket.remoteAddress ?? ''
  return (
    proxyAddress(request, typeof trust === 'number' ? (_address, hop) => hop < trust : trust) ?? ''
  )
}
/** MQTT over WebSocket at `/mqtt` of a server that is there already. */
export function listenWebSocket(
  http: HttpServer,
  trustProxy: TrustedProxies,
  onConnection: OnConnection,
): { close(): void } {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 128 * 1024,
    handleProtocols: (offered) => ['mqtt', 'mqttv3.1'].find((name) => offered.has(name)) ?? false,
  })
  const end = onUpgrade(http, webSocketPath, (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      onConnection(createWebSocketStream(webSocket), addressOf(request, trustProxy)),
    ),
  )
  return {
    close() {
      end()
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}
