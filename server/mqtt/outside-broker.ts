import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Duplex } from 'node:stream'
import { sql } from 'kysely'
import mqtt, { type MqttClient, type Packet } from 'mqtt'
import { row, type Database } from '#server/db/database.ts'
import type { Control, DeviceTransport } from '#server/modules/command/engine/control.ts'
import { credentialRevoked, type KnownDevice } from '#server/modules/equipment/engine/credential.ts'
import type { IngestQueue } from '#server/modules/telemetry/engine/ingest-queue.ts'
import { mostBytes } from '#server/modules/telemetry/engine/read-message.ts'
import { cutting } from './cut-packets.ts'
import { routePublish, topics } from './route-publish.ts'

/**
 * Devices there have topics of their own, by the key they sign in with: `me` is nobody to another's
 * broker.
 */
const topicOf = (own: string, key: string) => own.replace('/me/', `/${key}/`)
const topicPattern = /^(v1\/devices\/)([\w-]{1,64})(\/[\w/]+)$/
const retryMs = 3000
/** A key's device is asked for again after this long, or when a credential changes. */
const knownMs = 30_000
/** So long after its last word a device still counts as listening, in report periods and ms. */
const periods = 2.5
const shortestMs = 90_000

type Known = KnownDevice & { reportMinutes: number }
interface OutsideBrokerOptions {
  db: Database
  intake: IngestQueue
  control: Control
  url: string
  secret: string
}
interface OutsideBroker {
  close(): Promise<void>
}

/**
 * Joins an MQTT broker of somebody else (EMQX, Mosquitto): the same ingest, the same commands. That
 * broker lets devices in
 * and keeps each to its own topics (docs/devices.md); what it passes on is acknowledged after its
 * commit.
 */
export async function joinBroker({
  db,
  intake,
  control,
  url,
  secret,
}: OutsideBrokerOptions): Promise<OutsideBroker> {
  const known = new Map<string, { at: number; device: Known | null }>()
  const heard = new Map<string, { key: string; at: number; forMs: number }>()
  const unlisten = await db.listen(credentialRevoked, () => known.clear())
  const whose = async (key: string): Promise<Known | null> => {
    const held = known.get(key)
    if (held && Date.now() - held.at < knownMs) return held.device
    const found = await db.platform((tx) =>
      row<KnownDevice>(
        tx,
        sql`select tenant_id, device_id, device_type, dialect from furrow_device_by_key(${key})`,
      ),
    )
    const about =
      found &&
      (await db.read(found.tenantId, (tx) =>
        row<{ reportMinutes: number }>(
          tx,
          sql`select report_minutes from device where id = ${found.deviceId}`,
        ),
      ))
    const device = found && about && { ...found, ...about }
    if (known.size > 100_000) known.clear()
    known.set(key, { at: Date.now(), device })
    return device
  }
  // Under one name per installation: what came while it was down waits at the broker.
  const clientId = `furrow-${createHash('sha256').update(`${hostname()} ${secret}`).digest('hex').slice(0, 12)}`
  const client: MqttClient = mqtt.connect(url, {
    clientId,
    clean: false,
    reconnectPeriod: retryMs,
    protocolVersion: 4,
    connectTimeout: 10_000,
    manualConnect: true,
  })
  client.on('error', (error) => console.error(`MQTT_URL: ${error.message}`))
  client.on('connect', () => {
    client.subscribe(
      [topics.telemetry, topics.status, topics.answers].map((topic) =>
        topic.replace('/me/', '/+/'),
      ),
      { qos: 1 },
      (error, granted) => {
        const refused = granted?.filter(({ qos }) => qos === 128).map(({ topic }) => topic) ?? []
        if (error || refused.length > 0)
          console.error(`MQTT_URL: subscriptions refused (${error?.message ?? refused.join(', ')})`)
      },
    )
  })
  const handle = async (topic: string, payload: Buffer): Promise<void> => {
    const [, , key = '', rest = ''] = topicPattern.exec(topic) ?? []
    const device = key ? await whose(key) : null
    // Nobody's, or no longer: acknowledged, so that it is not sent for ever.
    if (!device) return
    heard.set(`${device.tenantId}/${device.deviceId}`, {
      key,
      at: Date.now(),
      forMs: Math.max(shortestMs, device.reportMinutes * 60_000 * periods),
    })
    await new Promise<void>((resolve, reject) =>
      routePublish(
        { intake, control },
        device,
        { topic: `v1/devices/me${rest}`, payload },
        (error) => (error ? reject(error) : resolve()),
      ),
    )
    control.listening(device.tenantId, device.deviceId)
  }
  // The client takes one message after the other and acknowledges each before the next; so an
  // acknowledgement is held here
  // until its message is stored, while the next ones are read. How many at once, the broker's
  // window says.
  const storing = new Map<number, Promise<void>>()
  client.handleMessage = (packet, done) => {
    const stored = handle(packet.topic, Buffer.from(packet.payload))
    stored.catch(() => undefined)
    if (packet.qos === 1 && packet.messageId !== undefined) storing.set(packet.messageId, stored)
    done()
  }
  const inner = client as unknown as {
    streamBuilder(client: MqttClient): Duplex
    _sendPacket(packet: Packet, done?: () => void, ...more: unknown[]): void
  }
  const send = inner._sendPacket.bind(client)
  inner._sendPacket = (packet, done, ...more) => {
    const stored = packet.cmd === 'puback' ? storing.get(packet.messageId!) : undefined
    if (!stored) return send(packet, done, ...more)
    storing.delete(packet.messageId!)
    // Not stored: no acknowledgement; the session begins anew and the broker sends it again.
    stored.then(
      () => client.connected && send(packet),
      () => client.reconnect(),
    )
    done?.()
  }
  const link: DeviceTransport = {
    has: (tenant, device) => {
      const last = heard.get(`${tenant}/${device}`)
      return client.connected && last !== undefined && Date.now() - last.at < last.forMs
    },
    acknowledges: () => false,
    // At most once, and not kept for whoever is away: a command that comes late would be carried
    // out late. The broker's own
    // acknowledgement says nothing of the device, so only its answer or its report moves the
    // command on.
    send: (tenant, device, payload) => {
      const last = heard.get(`${tenant}/${device}`)
      if (last)
        client.publish(topicOf(topics.commands, last.key), payload, { qos: 0, retain: false })
    },
  }
  control.attach(link)
  // One byte more than is taken, so that what is too large is told as such.
  const open = inner.streamBuilder.bind(client)
  inner.streamBuilder = (of) => cutting(open(of), mostBytes + 1)
  client.connect()
  // Or the client would take its own end for a beginning.
  client.options.manualConnect = false
  return {
    async close() {
      await unlisten()
      await client.endAsync(true)
    },
  }
}
