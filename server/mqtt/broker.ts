import type { Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import type { Database } from '#server/db/database.ts'
import type { Control } from '#server/modules/command/engine/control.ts'
import type { DeviceAttempts } from '#server/modules/equipment/engine/attempts.ts'
import type { DeviceGuesses } from '#server/modules/equipment/engine/device-guesses.ts'
import type { KnownDevice } from '#server/modules/equipment/engine/credential.ts'
import type { IngestQueue } from '#server/modules/telemetry/engine/ingest-queue.ts'
import { CheckedConnection } from './checked-connection.ts'
import { CommandLink } from './command-link.ts'
import { Connections } from './connections.ts'
import {
  listenPlain,
  listenTls,
  listenWebSocket,
  type TlsFiles,
  type TrustedProxies,
} from './listeners.ts'
import { IllegalPacket } from './packet-body.ts'
import { ForeignTopic, routePublish, topics } from './route-publish.ts'

/**
 * `connectTimeout`: until CONNECT is whole. `drainTimeout`: for how long a client may leave unread
 * what it is sent. Both in ms.
 * `queueLimit`: packets of one client that may wait for its CONNECT to be answered.
 */
export const brokerLimits = {
  connectTimeout: 10_000,
  drainTimeout: 30_000,
  maxClientsIdLength: 65_535,
  queueLimit: 100,
} as const

export interface BrokerOptions {
  db: Database
  attempts: DeviceAttempts
  guesses: DeviceGuesses
  intake: IngestQueue
  control: Control
  host: string
  port: number
  tls?: TlsFiles | null
  http?: HttpServer
  trustProxy?: TrustedProxies
  limits?: Partial<Record<'connectTimeout' | 'drainTimeout', number>>
}
export interface Broker {
  /** The one that was asked for, or the free one that was found for 0. */
  port: number
  /** Of MQTT over TLS; null without a certificate. */
  tlsPort: number | null
  readonly connections: number
  readonly isListening: boolean
  close(): Promise<void>
}

const connectionOf = (client: Client) => client.conn as CheckedConnection
const refusal = (why: string, returnCode: number) =>
  Object.assign(new Error(why), { returnCode }) as AuthenticateError

/**
 * The broker that devices connect to: MQTT 3.1 and 3.1.1 over TCP, over TLS where there is a
 * certificate, and over WebSocket
 * at `/mqtt` of the console (docs/devices.md). An acknowledgement leaves after the
 * commit of what it acknowledges. Errors: rejects with a sentence when the port is taken.
 */
export async function startBroker({
  db,
  attempts,
  guesses,
  intake,
  control,
  host,
  port,
  tls,
  http,
  trustProxy = false,
  limits,
}: BrokerOptions): Promise<Broker> {
  const connections = await Connections.open(db, guesses)
  const link = new CommandLink(connections)
  control.attach(link)
  const taken = (
    known: KnownDevice,
    packet: Parameters<typeof routePublish>[2],
    address: string,
    done: (error?: Error | null) => void,
  ) =>
    routePublish({ intake, control }, known, packet, (error) => {
      if (error instanceof ForeignTopic) attempts.note(known, 'topic', address)
      done(error)
    })
  const drainTimeout = limits?.drainTimeout ?? brokerLimits.drainTimeout
  const aedes = await Aedes.createBroker({
    ...brokerLimits,
    ...limits,
    preConnect: (client, packet, done) => {
      const { will } = packet
      // The broker does not see all that a client sends.
      if (packet.keepalive) connectionOf(client).limitSilence(packet.keepalive * 1500)
      packet.keepalive = 0
      // Nothing is kept of a session but what the database knows; and farewells of another kind
      // would be for others.
      packet.clean = true
      if (will) will.retain = false
      if (will && will.topic !== topics.status && client.conn)
        attempts.note({ name: packet.username ?? '' }, 'topic', connectionOf(client).address)
      done(
        will && will.topic !== topics.status ? new Error('will topic') : null,
        !will || will.topic === topics.status,
      )
    },
    authenticate: (client, username, password, done) => {
      connections.admit(client, username, password, connectionOf(client).address).then(
        (known) => {
          if (known === null) done(refusal('unknown device', 4), false)
          else if (known === 'limited') done(refusal('too many failures', 5), false)
          else {
            connectionOf(client).device = known
            done(null, true)
          }
        },
        () => done(refusal('no database', 3), false),
      )
    },
    authorizePublish: (client, packet, done) => {
      const known = client && connections.of(client)
      if (!known) return done(new Error('unknown device'))
      packet.retain = false
      // On the wire a will and a message are one; a will comes when its connection has ended.
      const isWill = (client as Client & { closed: boolean }).closed
      if (isWill && (connections.isClosing || !connections.isLast(client))) return done(null)
      taken(known, packet, connectionOf(client).address, done)
    },
    authorizeSubscribe: (client, subscription, done) => {
      const known = client && connections.of(client)
      if (known && subscription.topic !== topics.commands)
        attempts.note(known, 'subscription', connectionOf(client).address)
      done(null, subscription.topic === topics.commands ? subscription : null)
    },
  })
  aedes.on('clientReady', (client) => {
    const known = connections.of(client)
    if (!known) return
    intake.connected(known.tenantId, known.deviceId)
    connectionOf(client).publishTo((publish, done) => {
      // Asked for each message: what is known of a device changes while it is connected.
      const now = connections.of(client)
      if (now) taken(now, publish, connectionOf(client).address, done)
      else done(new Error('nobody any more'))
    }, drainTimeout)
  })
  aedes.on('subscribe', (subscriptions, client) => {
    const asked = subscriptions.find(({ topic }) => topic === topics.commands)
    const known = connections.of(client)
    if (!asked || !known) return
    link.subscribed(client, asked.qos)
    control.listening(known.tenantId, known.deviceId)
  })
  aedes.on('unsubscribe', (names, client) => {
    if (names.includes(topics.commands)) link.unsubscribed(client)
  })
  // Each is the end of one connection, and no fault of ours.
  for (const event of ['clientError', 'connectionError'] as const) aedes.on(event, () => undefined)

  const open = new Set<CheckedConnection>()
  const onConnection = (socket: Duplex, address: string) => {
    const connection = new CheckedConnection(socket, intake, address)
    open.add(connection)
    connection.on('error', (error) => {
      if (error instanceof IllegalPacket && connection.device)
        attempts.note(connection.device, 'packet', address)
    })
    connection.once('close', () => open.delete(connection))
    aedes.handle(connection)
  }
  const plain = await listenPlain(host, port, onConnection)
  const secure = tls ? await listenTls(host, tls, onConnection) : null
  const web = http ? listenWebSocket(http, trustProxy, onConnection) : null
  let isListening = true
  return {
    port: plain.port,
    tlsPort: secure?.port ?? null,
    get connections() {
      return open.size
    },
    get isListening() {
      return isListening
    },
    async close() {
      isListening = false
      await connections.close()
      await attempts.flush()
      web?.close()
      const ended = Promise.all([plain.close(), secure?.close()])
      for (const connection of open) connection.destroy()
      await new Promise<void>((resolve) => aedes.close(() => resolve()))
      await ended
    },
  }
}
